/** When the archive is restored in a check, what is kept of it, and when the operator learns that none has passed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { acquireAdvisoryLock } from '../src/platform/db/advisory-lock.ts';
import type { ArchiveState } from '../src/platform/wal-archive/archive-keeper.ts';
import { type RecoveryOutcome, runRecoveryCheck } from '../src/platform/wal-archive/recovery-check-program.ts';
import { isRecoveryCheckRunning, RECOVERY_CHECK_LOCK } from '../src/platform/wal-archive/recovery-check-store.ts';
import { RecoveryChecks } from '../src/platform/wal-archive/recovery-checks.ts';
import { openPicket, type Picket } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2027, 0, 4, 10);

let picket: Picket;
beforeAll(async () => {
  picket = await openPicket({ now: START });
});
afterAll(() => picket.close());
beforeEach(() => picket.platform.db.console.query('DELETE FROM recovery_check'));

const STATUS: ArchiveState['status'] = {
  isOn: true,
  systemIdentifier: '1',
  timeline: '00000001',
  lastArchivedFile: null,
  now: START,
  lastArchivedAt: START,
  lastFailedAt: null,
  archived: 1,
  failures: 0,
  waitingFiles: 0,
  waitingSince: null,
  walBytes: 0,
  droppedAt: null,
};
const KEPT: ArchiveState['kept'] = {
  folder: '/archive',
  days: 7,
  bytes: 1,
  maxBytes: 10,
  bases: 1,
  newestBaseAt: START,
  spans: [{ from: START, to: START + HOUR }],
};

/** A clock, what the next check finds, and what was done. */
function openWorld({ everyDays = 7, isEncrypted = false, kept = KEPT, isOn = true } = {}) {
  const world = {
    now: START,
    outcome: { result: 'PASSED', reachedAt: START, why: null } as RecoveryOutcome | null,
    hasLeftOver: false,
    removed: 0,
    made: 0,
    /** Set: a check lasts until it is called. */
    finish: null as (() => void) | null,
    isSlow: false,
    /** Set: this process learns that its lock is gone once it resolves. */
    released: null as Promise<void> | null,
  };
  const { db, log } = picket.platform;
  const open = () =>
    new RecoveryChecks({
      sql: db.console,
      archive: { state: async () => ({ status: { ...STATUS, isOn }, kept, problem: null }) },
      everyDays,
      isEncrypted,
      now: () => world.now,
      log,
      acquireLock: async () => {
        const lock = await acquireAdvisoryLock(db, RECOVERY_CHECK_LOCK);
        if (lock === null) return null;
        return {
          ...lock,
          release: async () => {
            await lock.release();
            await world.released;
          },
        };
      },
      hasLeftOver: () => world.hasLeftOver,
      removeLeftOver: async () => {
        world.removed += 1;
        world.hasLeftOver = false;
      },
      check: async () => {
        world.made += 1;
        if (world.isSlow)
          await new Promise<void>((resolve) => {
            world.finish = resolve;
          });
        world.now += 60_000;
        return world.outcome;
      },
    });
  return Object.assign(world, { open });
}

const untilDone = (checks: RecoveryChecks) =>
  expect.poll(async () => (await checks.state()).isRunning, { interval: 20 }).toBe(false);

test('the first is made an hour after the start, the next a week later, and after a failure a day later', async () => {
  const world = openWorld();
  const checks = world.open();
  expect(await checks.runIfDue()).toBe(false);
  world.now += HOUR;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
  const { last, problem } = await checks.state();
  expect(last).toEqual({
    startedAt: START + HOUR,
    finishedAt: START + HOUR + 60_000,
    result: 'PASSED',
    reachedAt: START,
    why: null,
    passedAt: START + HOUR + 60_000,
  });
  expect(problem).toBeNull();
  world.now = START + HOUR + 7 * DAY - 1;
  expect(await checks.runIfDue()).toBe(false);
  world.outcome = { result: 'FAILED', reachedAt: null, why: 'a file is damaged' };
  world.now += 1;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
  expect(await checks.problem()).toEqual({ code: 'RECOVERY_CHECK_FAILED', values: { why: 'a file is damaged' } });
  expect((await checks.state()).last?.passedAt).toBe(START + HOUR + 60_000);
  world.now += DAY - 60_001;
  expect(await checks.runIfDue()).toBe(false);
  world.outcome = { result: 'PASSED', reachedAt: START, why: null };
  world.now += 1;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
  expect(await checks.problem()).toBeNull();
});

test('there is never a second one at once, in this process or another', async () => {
  const world = openWorld();
  world.isSlow = true;
  const checks = world.open();
  const other = world.open();
  expect(await checks.start()).toBe('STARTED');
  expect(await checks.start()).toBe('RUNNING');
  expect(await other.start()).toBe('RUNNING');
  world.now += HOUR;
  world.hasLeftOver = true;
  expect([await checks.runIfDue(), await other.runIfDue()]).toEqual([false, false]);
  expect([(await checks.state()).isRunning, (await other.state()).isRunning]).toEqual([true, true]);
  expect([world.made, world.removed]).toEqual([1, 0]);
  await expect.poll(() => world.finish).not.toBeNull();
  world.finish?.();
  await untilDone(other);
  expect((await other.state()).last?.result).toBe('PASSED');
});

test('what an interrupted one left is removed although none is due; the next is made a day after its start', async () => {
  const world = openWorld();
  await picket.platform.db.console.query(
    `INSERT INTO recovery_check (source, started_at) VALUES ('EMBEDDED', $1::timestamptz)`,
    [new Date(START)],
  );
  world.hasLeftOver = true;
  const checks = world.open();
  expect(await checks.runIfDue()).toBe(false);
  expect(world.removed).toBe(1);
  world.now += DAY - 1;
  expect(await checks.runIfDue()).toBe(false);
  world.now += 1;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
});

test('a failure is a problem until a check passes: also while the next one is made, and after one that was interrupted', async () => {
  const world = openWorld();
  const checks = world.open();
  world.outcome = { result: 'FAILED', reachedAt: null, why: 'a file is damaged' };
  expect(await checks.start()).toBe('STARTED');
  await untilDone(checks);
  const failure = { code: 'RECOVERY_CHECK_FAILED', values: { why: 'a file is damaged' } };
  world.isSlow = true;
  world.outcome = null;
  expect(await checks.start()).toBe('STARTED');
  await expect.poll(() => world.finish).not.toBeNull();
  expect(await checks.problem()).toEqual(failure);
  world.finish?.();
  await untilDone(checks);
  expect(await checks.problem()).toEqual(failure);
  world.isSlow = false;
  world.outcome = { result: 'PASSED', reachedAt: START, why: null };
  expect(await checks.start()).toBe('STARTED');
  await untilDone(checks);
  expect(await checks.problem()).toBeNull();
  world.outcome = null;
  world.now += 8 * DAY;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
  expect((await checks.state()).last?.finishedAt).toBeNull();
  world.now += DAY - 60_000;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
});

test('one that was interrupted has no result, and is no problem; the next is made a day later', async () => {
  const world = openWorld();
  const checks = world.open();
  world.now += HOUR;
  world.outcome = null;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
  expect(await checks.state()).toMatchObject({ last: { result: null, finishedAt: null }, problem: null });
  world.now = START + HOUR + DAY - 1;
  expect(await checks.runIfDue()).toBe(false);
  world.now += 1;
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
});

test('one is running until its process knows that it has ended', async () => {
  const world = openWorld();
  const checks = world.open();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.released = promise;
  expect(await checks.start()).toBe('STARTED');
  await expect.poll(() => isRecoveryCheckRunning(picket.platform.db.console)).toBe(false);
  expect((await checks.state()).isRunning).toBe(true);
  expect(await checks.start()).toBe('RUNNING');
  resolve();
  await untilDone(checks);
  expect(await checks.start()).toBe('STARTED');
  await untilDone(checks);
});

/** The process that has this in its arguments; null: there is none. */
function findProcess(argument: string): number | null {
  const name = readdirSync('/proc').find((one) => {
    try {
      return /^\d+$/u.test(one) && readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0').includes(argument);
    } catch {
      return false;
    }
  });
  return name === undefined ? null : Number(name);
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a %s that reaches the program says nothing of the archive',
  async (signal) => {
    const backups = mkdtempSync(join(tmpdir(), 'picket-interrupted-'));
    try {
      const checked = runRecoveryCheck(join(backups, 'data'), backups);
      const program = await vi.waitUntil(() => findProcess(backups), { timeout: 20_000, interval: 5 });
      process.kill(program, signal);
      expect(await checked).toBeNull();
    } finally {
      rmSync(backups, { recursive: true, force: true });
    }
  },
);

test('none that passed for two weeks and a day is a problem, which says why they were skipped', async () => {
  const world = openWorld();
  const checks = world.open();
  world.now += 15 * DAY;
  expect(await checks.problem()).toBeNull();
  world.now += DAY;
  expect(await checks.problem()).toEqual({ code: 'RECOVERY_CHECK_OVERDUE', values: { days: 16 } });
  world.outcome = { result: 'SKIPPED', reachedAt: null, why: 'the disk is full' };
  expect(await checks.runIfDue()).toBe(true);
  await untilDone(checks);
  expect(await checks.problem()).toEqual({
    code: 'RECOVERY_CHECK_SKIPPED',
    values: { days: 16, why: 'the disk is full' },
  });
  expect(await openWorld({ everyDays: 0 }).open().problem()).toBeNull();
});

test('a failure is a problem until a check passes, also while those after it are skipped', async () => {
  const world = openWorld();
  const checks = world.open();
  const make = async (outcome: RecoveryOutcome) => {
    world.outcome = outcome;
    expect(await checks.start()).toBe('STARTED');
    await untilDone(checks);
  };
  await make({ result: 'FAILED', reachedAt: null, why: 'a file is damaged' });
  await make({ result: 'SKIPPED', reachedAt: null, why: 'the disk is full' });
  const failure = { code: 'RECOVERY_CHECK_FAILED', values: { why: 'a file is damaged' } };
  expect(await checks.problem()).toEqual(failure);
  await make({ result: 'PASSED', reachedAt: START, why: null });
  await make({ result: 'SKIPPED', reachedAt: null, why: 'the disk is full' });
  expect(await checks.state()).toMatchObject({ last: { result: 'SKIPPED', why: 'the disk is full' }, problem: null });
});

test('an archive that cannot be read here is not checked, and that is no problem', async () => {
  for (const world of [openWorld({ isEncrypted: true }), openWorld({ kept: null }), openWorld({ everyDays: 0 })]) {
    const checks = world.open();
    world.now += 30 * DAY;
    expect(await checks.runIfDue()).toBe(false);
    expect(await checks.problem()).toBeNull();
    expect(world.made).toBe(0);
  }
  expect(await openWorld({ isEncrypted: true }).open().start()).toBe('IMPOSSIBLE');
  expect(await openWorld({ kept: null }).open().start()).toBe('IMPOSSIBLE');
  expect((await openWorld({ everyDays: 0 }).open().state()).isStartable).toBe(true);
});

test('what the script of pgBackRest left is shown, and a problem where it failed or is overdue', async () => {
  const world = openWorld({ kept: null });
  const checks = world.open();
  await picket.platform.db.console.query(
    `INSERT INTO recovery_check (source, started_at, finished_at, result, why, passed_at)
     VALUES ('PGBACKREST', $1::timestamptz, $1::timestamptz, 'FAILED', 'the repository is gone', $1::timestamptz)`,
    [new Date(START)],
  );
  expect(await checks.problem()).toEqual({ code: 'RECOVERY_CHECK_FAILED', values: { why: 'the repository is gone' } });
  await picket.platform.db.console.query(`UPDATE recovery_check SET result = 'PASSED', why = NULL`);
  expect(await checks.problem()).toBeNull();
  world.now += 16 * DAY;
  expect(await checks.problem()).toEqual({ code: 'RECOVERY_CHECK_OVERDUE', values: { days: 16 } });
});

test('an archive of pgBackRest that went off is a problem, unless no checks are wanted', async () => {
  const off = { kept: null, isOn: false };
  expect(await openWorld(off).open().problem()).toBeNull();
  await picket.platform.db.console.query(
    `INSERT INTO recovery_check (source, started_at, finished_at, result, passed_at)
     VALUES ('PGBACKREST', $1::timestamptz, $1::timestamptz, 'PASSED', $1::timestamptz)`,
    [new Date(START)],
  );
  expect(await openWorld(off).open().problem()).toEqual({ code: 'ARCHIVE_OFF', values: {} });
  for (const world of [openWorld({ kept: null }), openWorld({ ...off, everyDays: 0 })])
    expect(await world.open().problem()).toBeNull();
  const { body } = await picket.call<ResponseOf<'GET /operations'>>('GET', '/operations', { as: picket.admin });
  expect(body.recoveryChecks?.problem).toMatchObject({ code: 'ARCHIVE_OFF' });
});

test('where the database archives nothing, none is shown and none can be started', async () => {
  const { body } = await picket.call<ResponseOf<'GET /operations'>>('GET', '/operations', { as: picket.admin });
  expect(body.recoveryChecks).toBeUndefined();
  const refused = await picket.call('POST', '/recovery-checks', { as: picket.admin });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
});
