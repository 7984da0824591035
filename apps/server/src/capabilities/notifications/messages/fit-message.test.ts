import { describe, expect, test } from 'vitest';
import { byteLength, cutText, fitMessage, jsonByteLength } from './fit-message.ts';
import { type RenderedMessage, toPlainText } from './render-message.ts';

const message = (lines: number, locations: number, part: Partial<RenderedMessage> = {}): RenderedMessage => ({
  title: 'Title',
  intro: null,
  lines: Array.from({ length: lines }, (_, place) => ({
    severity: 'critical' as const,
    change: 'RAISED' as const,
    title: `Alert ${place + 1}`,
    details: ['one', 'two', 'three'],
    alert: 'a',
    location: null,
  })),
  more: 0,
  digest: Array.from({ length: locations }, (_, place) => ({ title: `Room ${place + 1}`, rows: ['a', 'b'] })),
  moreLocations: 0,
  button: 'Open',
  note: '',
  severity: null,
  ...part,
});

const plain = (rendered: RenderedMessage): string => toPlainText(rendered, 'en').join('\n');
const fitsBytes =
  (bytes: number) =>
  (rendered: RenderedMessage): boolean =>
    byteLength(plain(rendered)) <= bytes;

describe('a message that is too long', () => {
  test('has the first alerts, and the number of all others', () => {
    const text = plain(fitMessage(message(12, 0, { more: 5 }), fitsBytes(100)));
    expect(text).toMatch(/^Alert 1\n {2}one\n {2}two\n {2}three\nAlert 2\n.*\nand \d+ more$/su);
    const kept = text.match(/^Alert/gmu)?.length ?? 0;
    expect(text).toMatch(new RegExp(`and ${17 - kept} more$`, 'u'));
  });

  test('has the first locations, and the number of all others', () => {
    const text = plain(fitMessage(message(0, 60, { moreLocations: 20 }), fitsBytes(100)));
    const kept = text.match(/^Room/gmu)?.length ?? 0;
    expect(kept).toBeGreaterThan(2);
    expect(text).toMatch(new RegExp(`and ${80 - kept} more locations$`, 'u'));
  });

  test('names the one alert that is left of several', () => {
    expect(plain(fitMessage(message(2, 0), fitsBytes(40)))).toBe('Alert 1\n  one\n  two\n  three\nand 1 more');
  });

  test('has fewer details where one alert is too long', () => {
    expect(plain(fitMessage(message(1, 0), fitsBytes(8)))).toBe('one\n…');
  });

  test('is left alone where it fits', () => {
    const whole = message(12, 0);
    expect(fitMessage(whole, () => true)).toBe(whole);
  });
});

describe('a text that is too long', () => {
  test.each([
    ['ab', 2, 'ab'],
    ['abcdef', 4, 'a…'],
    ['äöüäöü', 8, 'äö…'],
    ['😀😀😀', 8, '😀…'],
    ['温度温度温度', 10, '温度…'],
  ])('%s in %i bytes', (text, max, expected) => {
    const cut = cutText(text, max, byteLength);
    expect(cut).toBe(expected);
    expect(byteLength(cut)).toBeLessThanOrEqual(max);
  });

  test('quotes and line breaks count twice in a document', () => {
    expect(jsonByteLength('"\n')).toBe(4);
    expect(cutText('""""""', 7, jsonByteLength)).toBe('""…');
  });

  test('by characters', () => {
    expect(cutText('abcdef', 4)).toBe('abc…');
  });
});
