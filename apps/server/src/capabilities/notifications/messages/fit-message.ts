/** Makes a message as short as its channel demands. What is left out is counted in the message. Pure. */
import { truncateText } from '@picket/domain/text';
import type { RenderedMessage } from './render-message.ts';

const ELLIPSIS = '…';

export const byteLength = (text: string): number => Buffer.byteLength(text);

/** What a text takes up inside a JSON document, where some characters are escaped. */
export const jsonByteLength = (text: string): number => byteLength(JSON.stringify(text)) - 2;

/** The beginning of a text, with an ellipsis, whose size is at most `max`. */
export function cutText(text: string, max: number, size: (text: string) => number = ({ length }) => length): string {
  if (size(text) <= max) return text;
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (size(`${truncateText(text, middle)}${ELLIPSIS}`) <= max) least = middle;
    else most = middle - 1;
  }
  return `${truncateText(text, least).trimEnd()}${ELLIPSIS}`;
}

/**
 * The message with as many of its alerts and locations as `fits` allows, the first ones, and at least one of them. Where even that
 * one is too long, it has fewer details.
 */
export function fitMessage(rendered: RenderedMessage, fits: (shorter: RenderedMessage) => boolean): RenderedMessage {
  if (fits(rendered)) return rendered;
  for (let count = rendered.lines.length + rendered.digest.length - 1; count >= 1; count -= 1) {
    const shorter = keepFirst(rendered, count);
    if (fits(shorter)) return shorter;
  }
  const one = keepFirst(rendered, 1);
  const details = one.lines[0]?.details.length ?? one.digest[0]?.rows.length ?? 0;
  for (let count = details - 1; count >= 1; count -= 1) {
    const shorter = keepDetails(one, count);
    if (fits(shorter)) return shorter;
  }
  return keepDetails(one, 0);
}

function keepFirst(rendered: RenderedMessage, count: number): RenderedMessage {
  const lines = rendered.lines.slice(0, count);
  const digest = rendered.digest.slice(0, count - lines.length);
  return {
    ...rendered,
    lines,
    more: rendered.more + rendered.lines.length - lines.length,
    digest,
    moreLocations: rendered.moreLocations + rendered.digest.length - digest.length,
  };
}

function keepDetails(rendered: RenderedMessage, count: number): RenderedMessage {
  const keep = (all: readonly string[]): readonly string[] =>
    all.length > count ? [...all.slice(0, count), ELLIPSIS] : all;
  return {
    ...rendered,
    lines: rendered.lines.map((line) => ({ ...line, details: keep(line.details) })),
    digest: rendered.digest.map((place) => ({ ...place, rows: keep(place.rows) })),
  };
}
