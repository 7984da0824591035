import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatInstant } from '@picket/domain/time';
import { expect, onTestFinished, test } from 'vitest';
import { openObjectStore } from '../../../platform/objects/open-object-store.ts';
import { keptFor, listErasures, noteErasures } from './erasures.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2030, 5, 15);
const TENANT = '0190a3c4-1f00-7000-8000-000000000001';
const GUID = '0190a3c4-1f00-7000-8000-000000000002';

/** Whether a clip that was deleted so many days ago is deleted again after a restore, as backups are kept. */
async function isNoted(daysAgo: number, backup: Parameters<typeof keptFor>[0]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-erasures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const objects = openObjectStore({ kind: 'disk', folder });
  const at = formatInstant(NOW - daysAgo * DAY);
  await noteErasures(objects, [{ tenant: TENANT, guid: GUID, reason: 'AGE', at }]);
  const list = () => Array.fromAsync(listErasures(objects, NOW - keptFor(backup), () => {}));
  const listed = await list();
  expect(await list()).toEqual(listed);
  return listed.length === 1;
}

test('a note stays as long as a backup from before the deletion is kept, and 400 days at least', async () => {
  const usual = { everyHours: 24, keep: 7, keepWeeks: 4 };
  expect(await isNoted(399, usual)).toBe(true);
  expect(await isNoted(440, usual)).toBe(false);
  expect(await isNoted(399, { everyHours: 0, keep: 7, keepWeeks: 0 })).toBe(true);
  expect(await isNoted(104 * 7 + 6, { ...usual, keepWeeks: 104 })).toBe(true);
  expect(await isNoted(105 * 7 + 40, { ...usual, keepWeeks: 104 })).toBe(false);
  expect(await isNoted(1000, { ...usual, keep: 1000 })).toBe(true);
});
