/**
 * The health checks. A check is a row: its name, how grave it is, and a function that returns what is wrong as
 * a sentence. To add one, add a row; raising, ending and counting it follows from there.
 */
import { statfs } from 'node:fs/promises';
import { formatInstant, type Millis } from '@picket/domain';
import {
  CLOCK_TOLERANCE,
  checksumFailures,
  databaseSafety,
  databaseSettings,
  formatClockProblem,
  type Platform,
} from '../../platform/index.ts';
import { auditSpoolProblem } from '../audit/index.ts';
import { relayOf } from '../mail/index.ts';
import {
  countOverdueMessages,
  countOverdueSentries,
  databaseClock,
  getMailStatus,
  summarizeWaiting,
  upSince,
} from './self-monitoring-store.ts';

/** How long work may wait before a check fails. */
export const MAX_DELAY_MS: Millis = 60_000;
const MAIL_WINDOW_MS: Millis = 900_000;
const MIN_FREE_DISK_SHARE = 0.1;
const MIN_FREE_DISK_BYTES = 2 * 1024 ** 3;
/** A wrong clock fails its check after this time: most are corrected at once. */
const CLOCK_ALERT_DELAY_MS: Millis = 60_000;

/** What the checks examine; tests replace it. */
export interface Probes {
  /** Bytes free, and in all, where data is kept; null where nobody can say. */
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
  /** The database's clock, at this moment; null where nobody can say. */
  readonly databaseTime: () => Promise<Millis | null>;
  /** How far this machine's clock is off by the outside's; null where nobody can say. */
  readonly clockError: () => Promise<Millis | null>;
  /** Why reports cannot be stored, as a sentence; null: they can. */
  readonly storage: () => Promise<string | null>;
  /** What is wrong with backups, as a sentence; null: nothing. */
  readonly backups: () => Promise<string | null>;
  /** What is wrong with reports that come as messages; undefined: another server process knows. */
  readonly messages: () => string | null | undefined;
  /** What is wrong with the accounts of sentries at a managed broker; undefined: another server process knows. */
  readonly brokerAccounts: () => string | null | undefined;
  /** Sends the heartbeat; returns the time of the service that received it. */
  readonly sendHeartbeat: (url: string) => Promise<Millis | null>;
}

export function realProbes(
  { config, db, clock }: Platform,
  others: Pick<Probes, 'backups' | 'brokerAccounts' | 'messages' | 'storage'>,
): Probes {
  let outside: Millis | null = null;
  return {
    ...others,
    disk: async () => {
      try {
        const { bavail, bsize, blocks } = await statfs(config.dataDir);
        return { free: bavail * bsize, total: blocks * bsize };
      } catch {
        return null;
      }
    },
    databaseTime: () => databaseClock(db.console),
    clockError: async () => outside,
    sendHeartbeat: async (url) => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'follow' });
      await answer.body?.cancel();
      const date = Date.parse(answer.headers.get('date') ?? '');
      outside = Number.isNaN(date) ? null : date - clock.now();
      return Number.isNaN(date) ? null : date;
    },
  };
}

interface HealthCheck {
  /** Subject of its system alert. */
  readonly name: `platform:${string}`;
  readonly severity: number;
  /** Of this machine, or this process: another server may see something else. */
  readonly isLocal?: true;
  /** Of receivers elsewhere: Picket itself works, and says so to the outside. */
  readonly isExternal?: true;
  /** What is wrong, as a sentence; null: nothing; undefined: another server process knows. */
  readonly run: (platform: Platform, probes: Probes) => Promise<string | null | undefined>;
}

export type HealthResult = Omit<HealthCheck, 'run'> & { readonly message: string | null };

const HEALTH_CHECKS: readonly HealthCheck[] = [
  { name: 'platform:storage', severity: 350, isLocal: true, run: (_platform, probes) => probes.storage() },
  // Two checks: of several server processes, one may listen and another keep the accounts.
  { name: 'platform:mqtt', severity: 330, run: async (_platform, probes) => probes.messages() },
  { name: 'platform:mqtt-accounts', severity: 330, run: async (_platform, probes) => probes.brokerAccounts() },
  {
    name: 'platform:evaluation',
    severity: 350,
    run: async (platform) => {
      const { db, clock } = platform;
      if (!(await wasUpFor(platform, MAX_DELAY_MS))) return null;
      const sentries = await countOverdueSentries(db.console, clock.now() - MAX_DELAY_MS);
      if (sentries === 0) return null;
      return `Evaluation is behind: ${formatCount(sentries, 'sentry waits', 'sentries wait')} for more than a minute`;
    },
  },
  {
    name: 'platform:notifications',
    severity: 350,
    run: async (platform) => {
      const { db, clock } = platform;
      if (!(await wasUpFor(platform, MAX_DELAY_MS))) return null;
      const messages = await countOverdueMessages(db.console, relayOf(platform), clock.now() - MAX_DELAY_MS);
      if (messages === 0) return null;
      return `Notifications are behind: ${formatCount(messages, 'message waits', 'messages wait')} for more than a minute`;
    },
  },
  {
    name: 'platform:mail',
    severity: 330,
    run: async (platform) => {
      const relay = relayOf(platform);
      if (relay === null || !(await wasUpFor(platform, MAIL_WINDOW_MS))) return null;
      const { db, clock } = platform;
      const { waiting, isAccepting, problem } = await getMailStatus(db.console, relay, clock.now() - MAIL_WINDOW_MS);
      if (waiting === 0 || isAccepting) return null;
      return `No mail was taken for a quarter of an hour, ${formatCount(waiting, 'mail waits', 'mails wait')}: ${problem ?? 'no answer'}`;
    },
  },
  {
    name: 'platform:receivers',
    severity: 260,
    isExternal: true,
    run: async (platform) => {
      const before = platform.clock.now() - MAX_DELAY_MS;
      const found = await summarizeWaiting(platform.db.console, relayOf(platform), before);
      if (found.messages === 0 || found.since === null) return null;
      const [day, time] = formatInstant(found.since.getTime()).split('T');
      const to = formatCount(found.destinations, 'destination that does', 'destinations that do');
      return `Notifications wait: ${found.messages} to ${to} not answer since ${day} ${time?.slice(0, 5)} UTC`;
    },
  },
  {
    name: 'platform:disk',
    severity: 340,
    isLocal: true,
    run: async (_platform, probes) => {
      const disk = await probes.disk();
      if (disk === null || (disk.free > disk.total * MIN_FREE_DISK_SHARE && disk.free > MIN_FREE_DISK_BYTES))
        return null;
      return `The disk fills: ${gibibytes(disk.free)} of ${gibibytes(disk.total)} are free`;
    },
  },
  {
    name: 'platform:database-settings',
    severity: 230,
    run: async ({ db }) => {
      const { unsafe, weak } = databaseSafety(await databaseSettings(db.console));
      const sentences = [...unsafe, ...weak];
      return sentences.length === 0 ? null : `The database is not set up for durability: ${sentences.join('; ')}`;
    },
  },
  {
    name: 'platform:database-pages',
    severity: 400,
    run: async ({ db }) => {
      const { count, lastAt } = await checksumFailures(db.console);
      if (count === 0) return null;
      const when = lastAt === null ? '' : `, the last on ${formatInstant(lastAt.getTime())}`;
      return `The database met ${formatCount(count, 'damaged page', 'damaged pages')}${when}: run fsck to see where, then restore a backup`;
    },
  },
  { name: 'platform:audit', severity: 340, isLocal: true, run: (platform) => auditSpoolProblem(platform) },
  { name: 'platform:backup', severity: 310, isLocal: true, run: (_platform, probes) => probes.backups() },
  {
    name: 'platform:clock',
    severity: 320,
    isLocal: true,
    run: async ({ clock }, probes) => {
      const problem = clock.problem();
      if (problem !== null && problem.duration >= CLOCK_ALERT_DELAY_MS) return sentence(formatClockProblem(problem));
      const step = clock.acceptedStep();
      if (step !== null)
        return `The clock was set ${step > 0 ? 'ahead' : 'back'} by ${Math.round(Math.abs(step) / 1000)} s, which counts as right now: see that it is`;
      const error = await probes.clockError();
      if (error === null || Math.abs(error) <= CLOCK_TOLERANCE) return null;
      return `The clock is off by ${Math.round(Math.abs(error) / 1000)} s: times of alerts and links are wrong`;
    },
  },
];

/** Every check's result now; a check that another server process is responsible for is left out. */
export async function runHealthChecks(platform: Platform, probes: Probes): Promise<readonly HealthResult[]> {
  const results: HealthResult[] = [];
  for (const { run, ...check } of HEALTH_CHECKS) {
    const message = await run(platform, probes);
    if (message !== undefined) results.push({ ...check, message });
  }
  return results;
}

/** After a start what waited before is caught up on first: only what waits since then says that something is wrong. */
async function wasUpFor({ db, clock }: Platform, time: Millis): Promise<boolean> {
  const since = await upSince(db.console);
  return since === null || since <= clock.now() - time;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const formatCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
