import { expect, test } from 'vitest';
import { describeClips } from './describe-clips.ts';

test('a held clip whose copy is elsewhere is not called lost', () => {
  expect(describeClips({ restored: 0, lost: [], uncopied: [] }, '/backups/clips')).toEqual([]);
  expect(describeClips({ restored: 2, lost: ['one'], uncopied: ['two', 'three'] }, '/backups/clips')).toEqual([
    '2 clips that a hold keeps are back in the store.',
    '2 clips that a hold keeps are not in the store, and their copies not in /backups/clips: put that folder there, and restore again.',
    '  two',
    '  three',
    '1 clips are not in the store, and no hold kept them: their video is lost.',
    '  one',
  ]);
  const many = Array.from({ length: 101 }, (_, index) => String(index));
  expect(describeClips({ restored: 0, lost: many, uncopied: [] }, '/backups/clips')).toHaveLength(102);
});
