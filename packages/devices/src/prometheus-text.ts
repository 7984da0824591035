/**
 * The text format in which programs are measured by Prometheus: lines of a name, labels, a value and perhaps a time. Pure.
 *
 * Input: a page from outside. Output: for each series that is wanted the first that fits, or why the page is refused. Every line is read:
 * a page that is broken somewhere is not trusted elsewhere. Nothing else of it is kept.
 */
import type { Selector } from '@picket/domain/metric-selectors';
import type { Millis } from '@picket/domain/time';

interface Sample {
  readonly metric: string;
  readonly labels: ReadonlyMap<string, string>;
  /** NaN or infinite where the page says so. */
  readonly value: number;
  readonly at: Millis | null;
}

export interface FoundSeries {
  /** null: the page has no such series. */
  readonly first: Sample | null;
  /** How many more of the page fit. */
  readonly others: number;
}

type MetricsPage =
  /** In the order of what was wanted. */
  | { readonly kind: 'read'; readonly found: readonly FoundSeries[] }
  /** A page for people, such as a form to sign in. */
  | { readonly kind: 'html' }
  /** `line`: its number, from 1 on. */
  | { readonly kind: 'broken'; readonly line: number };

const NAME = /[A-Za-z_:][\w:]*/uy;
const LABEL = /[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*"/uy;
const END_OF_LABEL = /[ \t]*(,|\})/uy;
const EMPTY_LABELS = /[ \t]*\}/uy;
/** A value, a time, and an exemplar, which begins with #. */
const REST = /^[ \t]*(\S+)(?:[ \t]+([+-]?\d{1,16}(?:\.\d{1,9})?))?[ \t]*(?:#.*)?$/u;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/iu;
const NO_NUMBERS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '+inf': Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  '+infinity': Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
};
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', '\\': '\\', '"': '"' };
const MAX_LABELS = 100;
const MAX_LINE = 65_536;

interface Finding {
  readonly selector: Selector;
  first: Sample | null;
  others: number;
}

export function readMetricsPage(text: string, wanted: readonly Selector[]): MetricsPage {
  if (text.trimStart().startsWith('<')) return { kind: 'html' };
  const found = wanted.map((selector): Finding => ({ selector, first: null, others: 0 }));
  const byMetric = Map.groupBy(found, ({ selector }) => selector.metric);
  let number = 0;
  for (let from = 0; from < text.length; number += 1) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end).trim();
    from = end === -1 ? text.length : end + 1;
    if (line === '' || line.startsWith('#')) continue;
    const sample = line.length > MAX_LINE ? null : readSample(line);
    if (sample === null) return { kind: 'broken', line: number + 1 };
    for (const one of byMetric.get(sample.metric) ?? []) {
      if (!fits(one.selector, sample)) continue;
      if (one.first === null) one.first = sample;
      else one.others += 1;
    }
  }
  return { kind: 'read', found: found.map(({ first, others }) => ({ first, others })) };
}

const fits = ({ labels }: Selector, sample: Sample): boolean =>
  Object.entries(labels).every(([name, value]) => (sample.labels.get(name) ?? '') === value);

function readSample(line: string): Sample | null {
  NAME.lastIndex = 0;
  const metric = NAME.exec(line)?.[0];
  if (metric === undefined) return null;
  const brace = skipBlanks(line, metric.length);
  const withLabels =
    line[brace] === '{' ? readLabels(line, brace + 1) : { labels: new Map<string, string>(), end: brace };
  if (withLabels === null || (withLabels.end === metric.length && withLabels.end < line.length)) return null;
  const [, value = '', time] = REST.exec(line.slice(withLabels.end)) ?? [];
  const number = numberOf(value);
  return number === null ? null : { metric, labels: withLabels.labels, value: number, at: timeOf(time) };
}

function skipBlanks(line: string, from: number): number {
  let index = from;
  while (line[index] === ' ' || line[index] === '\t') index += 1;
  return index;
}

/** `from`: behind the brace. The same label twice is broken. */
function readLabels(line: string, from: number): { labels: Map<string, string>; end: number } | null {
  const labels = new Map<string, string>();
  for (let index = from; labels.size <= MAX_LABELS; ) {
    EMPTY_LABELS.lastIndex = index;
    // Also behind a comma.
    if (EMPTY_LABELS.test(line)) return { labels, end: EMPTY_LABELS.lastIndex };
    LABEL.lastIndex = index;
    const name = LABEL.exec(line)?.[1];
    const value = name === undefined ? null : readQuoted(line, LABEL.lastIndex);
    if (name === undefined || value === null || labels.has(name)) return null;
    labels.set(name, value.text);
    END_OF_LABEL.lastIndex = value.end;
    const mark = END_OF_LABEL.exec(line)?.[1];
    if (mark === undefined) return null;
    if (mark === '}') return { labels, end: END_OF_LABEL.lastIndex };
    index = END_OF_LABEL.lastIndex;
  }
  return null;
}

/** `from`: behind the first quote. */
function readQuoted(line: string, from: number): { text: string; end: number } | null {
  let text = '';
  for (let index = from; index < line.length; index += 1) {
    const character = line[index];
    if (character === '"') return { text, end: index + 1 };
    if (character !== '\\') {
      text += character;
      continue;
    }
    index += 1;
    const escaped = line[index] ?? '';
    if (!Object.hasOwn(ESCAPED, escaped)) return null;
    text += ESCAPED[escaped];
  }
  return null;
}

/** null: it is none. */
function numberOf(text: string): number | null {
  if (NUMBER.test(text)) return Number(text);
  const word = text.toLowerCase();
  return Object.hasOwn(NO_NUMBERS, word) ? (NO_NUMBERS[word] ?? null) : null;
}

/** Milliseconds; with a point they are the seconds of OpenMetrics. */
function timeOf(text: string | undefined): Millis | null {
  if (text === undefined) return null;
  return text.includes('.') ? Math.round(Number(text) * 1000) : Number(text);
}
