/**
 * Checks that the archive can be restored: when the next one is due, and what the last one found. Those of the embedded database are made
 * here, by a program of its own; those of pgBackRest are made on the machine of Postgres, and leave their result in the database.
 */
import { type Problem, problemOf } from '@picket/domain/problems';
import { isRecent, type Millis } from '@picket/domain/time';
import type { AdvisoryLock } from '../db/advisory-lock.ts';
import type { Sql } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import type { ArchiveKeeper } from './archive-keeper.ts';
import type { RecoveryOutcome } from './recovery-check-program.ts';
import {
  type ArchiveSource,
  findRecoveryCheck,
  finishRecoveryCheck,
  insertRecoveryCheck,
  isRecoveryCheckRunning,
  type RecoveryCheck,
} from './recovery-check-store.ts';

const HOUR: Millis = 3_600_000;
const DAY: Millis = 24 * HOUR;
/** After a start the machine has other things to do, and the first base backup is made. */
const FIRST_CHECK_DELAY = HOUR;
/** After one that did not pass. */
const RETRY_DELAY = DAY;

export interface RecoveryChecksState {
  /** null: none are scheduled. */
  readonly everyDays: number | null;
  /** Picket keeps the archive, and can read it. */
  readonly isStartable: boolean;
  readonly isRunning: boolean;
  /** null: there was none. */
  readonly last: RecoveryCheck | null;
  readonly problem: Problem | null;
}

export interface RecoveryCheckParts {
  readonly sql: Sql;
  readonly archive: Pick<ArchiveKeeper, 'state'>;
  /** Days between two; 0: none. */
  readonly everyDays: number;
  /** The archive is encrypted to a key that is not on this machine. */
  readonly isEncrypted: boolean;
  readonly now: () => Millis;
  readonly log: Log;
  /** null: another process makes a check. */
  readonly acquireLock: () => Promise<AdvisoryLock | null>;
  /** Whether there is something that an interrupted check left. */
  readonly hasLeftOver: () => boolean;
  /** Removes it. */
  readonly removeLeftOver: () => Promise<void>;
  /** Makes a check; what goes wrong is an outcome. Null: it was interrupted. */
  readonly check: () => Promise<RecoveryOutcome | null>;
}

/** Whether a check is due, of a server that started at `startedAt`. */
function isCheckDue(everyDays: number, startedAt: Millis, last: RecoveryCheck | null, now: Millis): boolean {
  if (everyDays === 0 || isRecent(startedAt, now, FIRST_CHECK_DELAY)) return false;
  if (last === null) return true;
  const hasPassed = last.finishedAt !== null && last.result === 'PASSED';
  return !isRecent(last.startedAt, now, hasPassed ? everyDays * DAY : RETRY_DELAY);
}

/** What the operator should know; null: no problem. */
function findCheckProblem(
  everyDays: number,
  startedAt: Millis,
  last: RecoveryCheck | null,
  now: Millis,
): Problem | null {
  if (everyDays === 0) return null;
  if (last?.result === 'FAILED') return problemOf('RECOVERY_CHECK_FAILED', { why: last.why ?? '' });
  const age = now - (last?.passedAt ?? startedAt);
  if (age <= (2 * everyDays + 1) * DAY) return null;
  const days = Math.floor(age / DAY);
  return last?.result === 'SKIPPED'
    ? problemOf('RECOVERY_CHECK_SKIPPED', { days, why: last.why ?? '' })
    : problemOf('RECOVERY_CHECK_OVERDUE', { days });
}

/** Makes those of the embedded database, one at a time over all server processes, and says of either archive what was found last. */
export class RecoveryChecks {
  readonly #parts: RecoveryCheckParts;
  readonly #startedAt: Millis;
  /** Of this process: it may have lost the lock with its connection. */
  #isRunning = false;

  constructor(parts: RecoveryCheckParts) {
    this.#parts = parts;
    this.#startedAt = parts.now();
  }

  /** Starts a check if one is due, and removes what an interrupted one left; returns whether it started one. It goes on afterwards. */
  async runIfDue(): Promise<boolean> {
    const { sql, everyDays, now, hasLeftOver } = this.#parts;
    if (this.#isRunning) return false;
    const isDue =
      isCheckDue(everyDays, this.#startedAt, await findRecoveryCheck(sql, 'EMBEDDED'), now()) &&
      (await this.#isPossible());
    if (!isDue && !hasLeftOver()) return false;
    const lock = await this.#lock();
    if (lock === null) return false;
    if (isDue) {
      void this.#run(lock);
      return true;
    }
    await this.#parts.removeLeftOver().finally(() => this.#unlock(lock));
    return false;
  }

  /** Starts one now. */
  async start(): Promise<'STARTED' | 'RUNNING' | 'IMPOSSIBLE'> {
    if (!(await this.#isPossible())) return 'IMPOSSIBLE';
    const lock = await this.#lock();
    if (lock === null) return 'RUNNING';
    void this.#run(lock);
    return 'STARTED';
  }

  async state(): Promise<RecoveryChecksState> {
    const { sql, archive, everyDays, isEncrypted, now } = this.#parts;
    const { status, kept } = await archive.state();
    const source: ArchiveSource = kept === null ? 'PGBACKREST' : 'EMBEDDED';
    const last = status.isOn || kept === null ? await findRecoveryCheck(sql, source) : null;
    // Without one nobody has set them up, or nothing here can make one.
    const isExpected = kept === null ? last !== null : status.isOn && !isEncrypted;
    // As after a restore by pgBackRest, and after an upgrade with other files of compose.
    const wentOff = isExpected && !status.isOn && everyDays > 0;
    const problem = isExpected ? findCheckProblem(everyDays, this.#startedAt, last, now()) : null;
    return {
      everyDays: everyDays === 0 ? null : everyDays,
      isStartable: kept !== null && !isEncrypted,
      // The lock is gone a moment before this process knows.
      isRunning: kept !== null && (this.#isRunning || (await isRecoveryCheckRunning(sql))),
      last,
      problem: wentOff ? problemOf('ARCHIVE_OFF', {}) : problem,
    };
  }

  async problem(): Promise<Problem | null> {
    return (await this.state()).problem;
  }

  async #isPossible(): Promise<boolean> {
    const { archive, isEncrypted } = this.#parts;
    if (isEncrypted) return false;
    const { kept } = await archive.state();
    return kept !== null && kept.spans.length > 0;
  }

  async #lock(): Promise<AdvisoryLock | null> {
    if (this.#isRunning) return null;
    this.#isRunning = true;
    const lock = await this.#parts.acquireLock().catch((error: unknown) => {
      this.#isRunning = false;
      throw error;
    });
    if (lock === null) this.#isRunning = false;
    return lock;
  }

  async #unlock(lock: AdvisoryLock): Promise<void> {
    await lock.release();
    this.#isRunning = false;
  }

  async #run(lock: AdvisoryLock): Promise<void> {
    const { sql, now, log, check } = this.#parts;
    try {
      await insertRecoveryCheck(sql, 'EMBEDDED', new Date(now()));
      const outcome = await check();
      if (outcome === null) {
        log.warn('a check of recovery was interrupted');
        return;
      }
      const reachedAt = outcome.reachedAt === null ? null : new Date(outcome.reachedAt);
      await finishRecoveryCheck(sql, 'EMBEDDED', { ...outcome, reachedAt, finishedAt: new Date(now()) });
      if (outcome.result === 'PASSED') log.info({ reachedAt }, 'the archive can be restored');
      else log[outcome.result === 'FAILED' ? 'error' : 'warn'](outcome, 'the archive was not restored in a check');
    } catch (error) {
      log.error({ err: error }, 'the result of a check of recovery cannot be stored');
    } finally {
      await this.#unlock(lock);
    }
  }
}
