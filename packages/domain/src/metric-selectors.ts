/** Which series of a page of metrics is meant, as people and the page write it: `temp{sensor="temp1"}`. Pure. */

/** A metric with the labels that a series has to have; an empty one it may not have. */
export interface Selector {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Behind it a value and a time may stand: a line of the page is copied as it is. */
const SERIES = /^([^{\s]+)\s*(?:\{(.*)\})?(?:\s+(?:[+-]?[\d.][\d.e+-]*|NaN|[+-]?Inf)){0,2}$/su;
const LABEL = /\s*([A-Za-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|$)/suy;

/** As the page writes it, with its labels in order. */
export function selectorText({ metric, labels }: Selector): string {
  const pairs = Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/gu, '\\$&').replaceAll('\n', '\\n')}"`);
  return pairs.length === 0 ? metric : `${metric}{${pairs.join(',')}}`;
}

/** null: it is no series. */
export function parseSelector(text: string): Selector | null {
  const [, metric, inside = ''] = SERIES.exec(text.trim()) ?? [];
  const labels = parseLabels(inside);
  return metric === undefined || labels === null ? null : { metric, labels };
}

function parseLabels(text: string): Readonly<Record<string, string>> | null {
  const labels: [string, string][] = [];
  for (LABEL.lastIndex = 0; LABEL.lastIndex < text.length; ) {
    // A comma may stand behind the last one.
    if (text.slice(LABEL.lastIndex).trim() === '') break;
    const [, name, value] = LABEL.exec(text) ?? [];
    if (name === undefined || value === undefined) return null;
    labels.push([name, value.replace(/\\(.)/gsu, (_, character: string) => (character === 'n' ? '\n' : character))]);
  }
  return new Set(labels.map(([name]) => name)).size < labels.length ? null : Object.fromEntries(labels);
}
