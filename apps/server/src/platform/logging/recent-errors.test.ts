import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './log.ts';
import { keepErrors, readKeptErrors } from './recent-errors.ts';

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-errors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('errors are kept beside the log, other lines are not', () => {
  const folder = openFolder();
  const lines: string[] = [];
  const log = createLog('info', keepErrors(folder, { write: (line) => void lines.push(line) }));
  log.info('nothing of note');
  log.error({ err: new Error('the disk is full') }, 'a report was not stored');
  log.fatal('stopping');
  expect(lines.length).toBe(3);
  const kept = readKeptErrors(folder, 10).map((line) => JSON.parse(line) as { msg: string; level: number });
  expect(kept.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'a report was not stored'],
    [60, 'stopping'],
  ]);
  expect(readKeptErrors(folder, 1).length).toBe(1);
  expect(statSync(join(folder, 'errors.jsonl')).mode & 0o077).toBe(0);
});

test('what is kept has a limit, and a folder that refuses does no harm', () => {
  const folder = openFolder();
  writeFileSync(join(folder, 'errors.jsonl'), `${'x'.repeat(300_000)}\n`);
  const lines: string[] = [];
  const log = createLog('info', keepErrors(folder, { write: (line) => void lines.push(line) }));
  for (let i = 0; i < 1000; i++) log.error('again');
  expect(lines.length).toBe(1000);
  expect(readFileSync(join(folder, 'errors.jsonl'), 'utf8').length).toBeLessThan(300_000);
  expect(statSync(join(folder, 'errors-earlier.jsonl')).size).toBe(300_001);

  createLog('info', keepErrors(join(folder, 'missing'), { write: () => {} })).error('nowhere to keep it');
  expect(readKeptErrors(join(folder, 'missing'), 10)).toEqual([]);
});
