import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteDrafts, draftName } from './base-backup-drafts.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 30, 12);

test('a draft of another timeline stays while something is written to it', async () => {
  const cluster = mkdtempSync(join(tmpdir(), 'picket-drafts-'));
  onTestFinished(() => rmSync(cluster, { recursive: true, force: true }));
  const write = (name: string, folderAt: number, fileAt: number): void => {
    const [folder, file] = [join(cluster, name), join(cluster, name, 'cluster.tar.zst')];
    mkdirSync(folder);
    writeFileSync(file, 'bytes');
    utimesSync(file, fileAt / 1000, fileAt / 1000);
    utimesSync(folder, folderAt / 1000, folderAt / 1000);
  };
  const others = draftName('base-20260628T120000Z', '00000002');
  write(draftName('base-20260630T110000Z', '00000001'), NOW, NOW);
  write(others, NOW - 48 * HOUR, NOW - HOUR);
  write(draftName('base-20260627T120000Z', '00000002'), NOW - 72 * HOUR, NOW - 72 * HOUR);
  // Of an earlier version.
  write('base-20260626T120000Z.unfinished', NOW - 96 * HOUR, NOW - 96 * HOUR);
  write('base-20260625T120000Z', NOW - 120 * HOUR, NOW - 120 * HOUR);
  await deleteDrafts(cluster, '00000001', NOW);
  expect(readdirSync(cluster).sort()).toEqual(['base-20260625T120000Z', others]);
});
