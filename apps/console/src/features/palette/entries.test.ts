import { describe, expect, test } from 'vitest';
import { findEntries, type PaletteEntry, serverQuery } from './entries.ts';

const entry = (name: string, part: Partial<PaletteEntry> = {}): PaletteEntry => ({
  key: `${part.kind ?? 'location'} ${name} ${part.hint ?? ''}`,
  kind: 'location',
  name,
  hint: '',
  run: '/',
  ...part,
});
const page = (location: string, label: string): PaletteEntry =>
  entry(`${location}: ${label}`, { kind: 'page', asksFor: label });

const LOCATIONS = [entry('Zürich', { words: 'Location' }), entry('Bern'), entry('History Museum')];
const PAGES = ['Zürich', 'Bern', 'History Museum'].flatMap((location) => [
  page(location, 'History'),
  page(location, 'Today'),
]);
const namesFor = (typed: string): readonly string[] => findEntries([LOCATIONS, PAGES], typed).map(({ name }) => name);

describe('words', () => {
  test.each([
    ['zurich', ['Zürich']],
    ['ZÜR', ['Zürich']],
    ['zurich history', ['Zürich: History']],
    ['history zurich', ['Zürich: History']],
    ['hist ber', ['Bern: History']],
    ['location zu', ['Zürich']],
    ['museum', ['History Museum']],
    ['history museum', ['History Museum', 'History Museum: History']],
    ['historymuseum', ['History Museum']],
    ['nothing', []],
  ])('%s', (typed, names) => {
    expect(namesFor(typed)).toEqual(names);
  });

  test('what begins as typed comes first', () => {
    const entries = [entry('Rack in Bern'), entry('Old bern'), entry('Bern')];
    expect(findEntries([entries], 'bern').map(({ name }) => name)).toEqual(['Bern', 'Rack in Bern', 'Old bern']);
  });

  test('one source does not fill the list', () => {
    const many = Array.from({ length: 40 }, (_, index) => page(`Room ${index}`, 'History'));
    expect(findEntries([many, [entry('History')]], 'history').map(({ name }) => name)).toHaveLength(9);
  });

  test('before anything is typed, only what is offered', () => {
    expect(findEntries([LOCATIONS, [entry('Alerts', { isOffered: true })]], ' ').map(({ name }) => name)).toEqual([
      'Alerts',
    ]);
  });
});

describe('entries with one name', () => {
  const alert = (guid: string, hint: string, detail: string): PaletteEntry =>
    entry('Too hot', { key: guid, kind: 'alert', hint, detail });

  test('differ by their hint, and where that is the same by their detail', () => {
    const alerts = [alert('a', 'Bern', '10:00'), alert('b', 'Bern', '11:00'), alert('c', 'Basel', '12:00')];
    expect(findEntries([alerts], 'hot').map(({ hint }) => hint)).toEqual(['10:00 · Bern', '11:00 · Bern', 'Basel']);
  });

  test('the same entry of two sources is shown once', () => {
    expect(findEntries([[alert('a', 'Bern', '')], [alert('a', 'Bern', '')]], 'hot')).toHaveLength(1);
  });
});

test.each([
  ['zurich history', 'zurich'],
  ['History', 'History'],
  ['acknowledge smoke', 'smoke'],
  ['server room', 'server room'],
])('for %s the server is asked for %s', (typed, query) => {
  expect(serverQuery(typed, ['History', 'Acknowledge', 'Alert'])).toBe(query);
});
