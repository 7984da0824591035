/** Which Postgres runs on a data folder, by the lock file that it or an earlier one has left there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runningPort } from './postmaster.ts';

let data: string;
let child: ChildProcess | null = null;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'picket-postmaster-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  rmSync(data, { recursive: true, force: true });
});

/** Leaves a lock file of a process that calls itself a Postgres and works in `cwd`. */
async function lockBy(cwd: string): Promise<void> {
  child = spawn(process.execPath, ['-e', `console.log(''); setTimeout(() => {}, 60_000)`, 'postgres'], { cwd });
  if (child.stdout !== null) await once(child.stdout, 'data');
  writeFileSync(join(data, 'postmaster.pid'), `${child.pid}\n${data}\n0\n5499\n`);
}

test('the Postgres that works in the folder is found, also by another path to it', async () => {
  await lockBy(data);
  expect(runningPort(data)).toBe(5499);
  const other = `${data}-link`;
  symlinkSync(data, other);
  try {
    expect(runningPort(other)).toBe(5499);
  } finally {
    rmSync(other);
  }
});

// Where the system says nothing of processes, this cannot be known.
test.runIf(existsSync('/proc/self/cwd'))(
  'one of another folder, which has its number by now, is not taken for it',
  async () => {
    await lockBy(tmpdir());
    expect(runningPort(data)).toBeNull();
  },
);
