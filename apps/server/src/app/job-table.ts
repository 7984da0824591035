/**
 * The background jobs of every server process. Any number of processes run all of them; `guard` says what keeps two of them from
 * doing the same work twice. To add a job: a row here, and its work in jobs.ts, which does not compile without it.
 */
import { namesOf } from '@picket/domain/kind-table';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * What makes it safe in several processes:
 * `rows`: each piece of work is a row that one process claims or locks;
 * `lock`: an advisory lock of Postgres, gone with the connection of the process that holds it;
 * `repeatable`: doing it twice changes nothing;
 * `process`: it concerns this process or machine alone.
 */
export type JobGuard = 'rows' | 'lock' | 'repeatable' | 'process';

export interface JobRow {
  /** Milliseconds from the end of a run to the start of the next. */
  readonly pauseMs: number;
  readonly what: string;
  readonly guard: JobGuard;
}

export const JOBS = {
  heartbeat: { pauseMs: 10 * SECOND, what: 'stores that the platform is up', guard: 'repeatable' },
  'unconfirmed commits': {
    pauseMs: SECOND,
    what: 'cancels commits that no standby confirms',
    guard: 'repeatable',
  },
  ticker: { pauseMs: 250, what: 'advances the sentries that are due', guard: 'rows' },
  'history replays': { pauseMs: 250, what: 'replays readings after edits and late ones', guard: 'rows' },
  'do-not-disturb end': { pauseMs: SECOND, what: 'unmutes alerts that still need attention', guard: 'rows' },
  'acknowledgement expiry': { pauseMs: SECOND, what: 'ends acknowledgements and snoozes', guard: 'rows' },
  escalation: { pauseMs: SECOND, what: 'escalates alerts nobody acknowledged', guard: 'rows' },
  digests: { pauseMs: 30 * SECOND, what: 'stores the digests that are due', guard: 'rows' },
  'self-monitoring': { pauseMs: 30 * SECOND, what: 'checks this process and its machine', guard: 'process' },
  'heartbeat ping': { pauseMs: MINUTE, what: 'requests the heartbeat address', guard: 'process' },
  'delivery ledger check': { pauseMs: HOUR, what: 'creates deliveries that are missing', guard: 'repeatable' },
  settings: { pauseMs: 10 * SECOND, what: 'reads the settings of the installation again', guard: 'process' },
  mqtt: { pauseMs: 5 * SECOND, what: 'keeps the connection to the broker', guard: 'lock' },
  'mqtt accounts': { pauseMs: 10 * SECOND, what: 'aligns the accounts at the broker', guard: 'lock' },
  mail: { pauseMs: SECOND, what: 'writes and sends mails that are due', guard: 'rows' },
  weather: { pauseMs: 30 * SECOND, what: 'asks for the weather warnings of locations', guard: 'rows' },
  'expired weather warnings': { pauseMs: 30 * SECOND, what: 'closes warnings that have ended', guard: 'rows' },
  'simulated sentries': {
    pauseMs: SECOND,
    what: 'reports for simulated sentries, removes those that are over',
    guard: 'rows',
  },
  integrations: { pauseMs: SECOND, what: 'listens to the sources of integrations, and asks them', guard: 'lock' },
  'overdue sensors': { pauseMs: MINUTE, what: 'stores how long adopted sensors are overdue', guard: 'repeatable' },
  'camera schedules': { pauseMs: MINUTE, what: 'plans when cameras are off', guard: 'rows' },
  'camera boundaries': {
    pauseMs: SECOND,
    what: 'asks devices for their configuration when cameras go on or off',
    guard: 'repeatable',
  },
  'abandoned live views': {
    pauseMs: 10 * SECOND,
    what: 'ends live views whose process is gone',
    guard: 'rows',
  },
  'expired signals': { pauseMs: MINUTE, what: 'deletes signals whose time is over', guard: 'repeatable' },
  usage: { pauseMs: 10 * MINUTE, what: 'stores the usage of the days', guard: 'repeatable' },
  backup: { pauseMs: 10 * MINUTE, what: 'makes the backup that is due', guard: 'lock' },
  'base backup': {
    pauseMs: 10 * MINUTE,
    what: 'makes the base backup of the archive that is due, deletes what has expired',
    guard: 'lock',
  },
  'recovery check': {
    pauseMs: 10 * MINUTE,
    what: 'starts the check of recovery that is due, deletes what an interrupted one left',
    guard: 'lock',
  },
  'audit anchors': { pauseMs: SECOND, what: 'anchors the entries this process wrote', guard: 'process' },
  'audit anchors of all servers': {
    pauseMs: 5 * MINUTE,
    what: 'anchors the heads of all logs on this machine',
    guard: 'process',
  },
  'buffered audit entries': { pauseMs: 10 * SECOND, what: 'writes what this machine buffered', guard: 'process' },
  'audit log heads': { pauseMs: 30 * SECOND, what: 'compares the heads with the anchors', guard: 'lock' },
  'audit log verification': { pauseMs: 6 * HOUR, what: 'verifies all audit logs', guard: 'lock' },
  packing: { pauseMs: MINUTE, what: 'packs closed days', guard: 'rows' },
  'expected video': { pauseMs: MINUTE, what: 'ends the waiting for video that does not come', guard: 'rows' },
  'uploaded clips': { pauseMs: MINUTE, what: 'verifies uploads that a crash interrupted', guard: 'repeatable' },
  'video retention': { pauseMs: 10 * MINUTE, what: 'deletes clips past their retention', guard: 'repeatable' },
  'clip store': { pauseMs: 6 * HOUR, what: 'compares the store of clips with their table', guard: 'repeatable' },
  housekeeping: { pauseMs: HOUR, what: 'makes partitions, deletes what is past its retention', guard: 'repeatable' },
} as const satisfies Readonly<Record<string, JobRow>>;

export type JobName = keyof typeof JOBS;
export const JOB_NAMES: readonly JobName[] = namesOf(JOBS);
