import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey, readDraft, removeDrafts, removeDraftsAtSignOut, writeDraft } from './stored-drafts.ts';

const KEY = draftKey('ada', 'location');

/** As the browser's, in which `other` is something else that this tab has stored. */
function openStorage() {
  const stored = new Map([['other', 'kept']]);
  return {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  };
}

let storage: ReturnType<typeof openStorage>;

beforeEach(() => {
  storage = openStorage();
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a sign-out removes the drafts of everybody, and nothing else', () => {
  writeDraft(KEY, 'typed');
  writeDraft(draftKey('bob', 'location'), 'typed');
  removeDrafts();
  expect(storage.length).toBe(1);
  expect(storage.getItem('other')).toBe('kept');
});

test('a sign-out in another tab removes the drafts of this one', async () => {
  removeDraftsAtSignOut();
  removeDrafts();
  writeDraft(KEY, 'typed');
  await expect.poll(() => readDraft(KEY)).toBeNull();
});
