import { describe, expect, test } from 'vitest';
import { countMoreFilters, isFiltered, readChoice, toInboxQuery } from './inbox-filter.ts';

const read = (query: string) => readChoice(new URLSearchParams(query));
const HERE = '0190a000-0000-7000-8000-000000000001';

describe('the filter in an address', () => {
  test('everything that was chosen reaches the server', () => {
    const choice = read(`state=past&search= rack &severity=warning&location=${HERE}&kind=POLICY&assigned=me`);
    expect(toInboxQuery(choice)).toEqual({
      state: 'past',
      search: 'rack',
      severity: 'warning',
      location: HERE,
      kind: 'POLICY',
      assigned: 'me',
    });
    expect(countMoreFilters(choice)).toBe(4);
  });

  test.each([
    ['', {}],
    ['state=open', { state: 'open' }],
    // What nobody chose here.
    ['state=OPEN&severity=bad&kind=FIRE&assigned=ada&from=yesterday&to=2026-13-45&colour=red', {}],
    ['search=%20', {}],
  ])('%s', (query, expected) => {
    expect(toInboxQuery(read(query))).toEqual(expected);
  });

  test('days are whole days of the reader, the last one included', () => {
    const { from, to } = toInboxQuery(read('from=2026-03-28&to=2026-03-29'));
    expect(from).toBe(new Date('2026-03-28T00:00:00').toISOString());
    expect(to).toBe(new Date('2026-03-30T00:00:00').toISOString());
  });

  test('an end before the beginning is no end', () => {
    expect(toInboxQuery(read('from=2026-03-05&to=2026-03-01'))).toEqual({
      from: new Date('2026-03-05T00:00:00').toISOString(),
    });
  });

  test('whether anything is filtered', () => {
    expect([isFiltered(read('')), isFiltered(read('colour=red')), isFiltered(read('search=x'))]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
