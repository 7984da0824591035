import { expect, test } from 'vitest';
import { pagesAfter, withNewFirst, withOnePageMore } from './later-pages.ts';

/** "a1" is followed by "a2"; each list has three pages. */
const after = (page: string): string | null => (page.endsWith('3') ? null : `${page[0]}${Number(page[1]) + 1}`);
const loadAfter = async (page: string): Promise<string | null> => after(page);

test('as many pages as there are', async () => {
  expect(await pagesAfter('a1', 1, loadAfter)).toEqual(['a2']);
  expect(await pagesAfter('a1', 7, loadAfter)).toEqual(['a2', 'a3']);
  expect(await pagesAfter('a1', 0, loadAfter)).toEqual([]);
});

test('one page more is shown', async () => {
  const shown = { first: 'a1', later: ['a2'] };
  expect(await withOnePageMore(shown, () => 'a1', loadAfter)).toEqual({ first: 'a1', later: ['a2', 'a3'] });
});

test('where the first page changes while one more is loaded, as many are loaded after the new one', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let current = 'a1';
  const loaded = withOnePageMore(
    { first: 'a1', later: [] },
    () => current,
    async (page) => {
      if (page === 'a1') await held;
      return after(page);
    },
  );
  current = 'b1';
  release();
  expect(await loaded).toEqual({ first: 'b1', later: ['b2'] });
});

test('a first page that always changes has the pages after it loaded once more, not without end', async () => {
  let changes = 0;
  const asked: string[] = [];
  const currentFirst = (): string => {
    changes += 1;
    if (changes > 20) throw new Error('without end');
    return `${'bcdefghijklmnopqrstuvwxyz'[changes - 1]}1`;
  };
  const loaded = withOnePageMore({ first: 'a1', later: ['a2'] }, currentFirst, async (page) => {
    asked.push(page);
    return after(page);
  });
  expect(await loaded).toEqual({ first: 'b1', later: ['b2', 'b3'] });
  expect(asked).toEqual(['a2', 'b1', 'b2']);
});

test('pages of a list that is shown no more are not shown', async () => {
  expect(await withOnePageMore({ first: 'a1', later: [] }, () => undefined, loadAfter)).toBeNull();
});

test('a page that cannot be loaded is a failure, not the end of the list', async () => {
  const fails = async (): Promise<null> => {
    throw new Error('no answer');
  };
  await expect(pagesAfter('a1', 1, fails)).rejects.toThrow('no answer');
  await expect(withOnePageMore({ first: 'a1', later: [] }, () => 'a1', fails)).rejects.toThrow('no answer');
});

test('a new first page is shown where the pages after it could not be loaded', () => {
  const shown = { first: 'a1', later: ['a2', 'a3'] };
  expect(withNewFirst('b1', shown, () => 'same place')).toEqual({ first: 'b1', later: ['a2', 'a3'] });
  // Alone: an entry that moved from it to the next page would be on none.
  expect(withNewFirst('b1', shown, (page) => `after ${page}`)).toBeNull();
  expect(withNewFirst('b1', shown, (page) => (page === 'b1' ? null : 'more'))).toBeNull();
});
