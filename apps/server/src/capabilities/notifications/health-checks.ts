/**
 * What Picket looks at to watch itself. A check is a row: its name, how grave it is, and a function that returns what is wrong as
 * a sentence. To add one, add a row; raising, ending and counting it follows from there.
 */
import { statfs } from 'node:fs/promises';
import { formatInstant, type Millis } from '@picket/domain';
import { checksumFailures, databaseSafety, databaseSettings, type Platform } from '../../platform/index.ts';
import { databaseClock, type MailFate, mailFate, overdueMessages, overdueSentries } from './watchdog-store.ts';

/** How long work may wait before a check names it. */
export const BEHIND: Millis = 60_000;
const MAIL_WINDOW: Millis = 900_000;
const MAIL_TRIES = 3;
const DISK_SHARE = 0.1;
const DISK_FLOOR = 2 * 1024 ** 3;
const CLOCK_TOLERANCE: Millis = 10_000;

/** What is looked at; tests look at something else. */
export interface Probes {
  /** Bytes free, and in all, where data is kept; null where nobody can say. */
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
  /** How far this machine's clock is off, by the database's and the outside's; null where nobody can say. */
  readonly clockError: () => Promise<Millis | null>;
  /** What is wrong with backups, as a sentence; null: nothing. */
  readonly backups: () => Promise<string | null>;
  /** What is wrong with reports that come as messages; undefined: another server process knows. */
  readonly messages: () => string | null | undefined;
  /** Tells the outside that all is well; answers what its clock says. */
  readonly beat: (url: string) => Promise<Millis | null>;
}

export function realProbes({ config, db, clock }: Platform, others: Pick<Probes, 'backups' | 'messages'>): Probes {
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
    clockError: async () => {
      const before = clock.now();
      const there = await databaseClock(db.console);
      const error = Math.abs(there - (before + clock.now()) / 2);
      return Math.max(error, Math.abs(outside ?? 0));
    },
    beat: async (url) => {
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
  /** What is wrong, as a sentence; null: nothing; undefined: another server process knows. */
  readonly look: (platform: Platform, probes: Probes) => Promise<string | null | undefined>;
}

export type HealthResult = Omit<HealthCheck, 'look'> & { readonly message: string | null };

const HEALTH_CHECKS: readonly HealthCheck[] = [
  { name: 'platform:mqtt', severity: 330, look: async (_platform, probes) => probes.messages() },
  {
    name: 'platform:evaluation',
    severity: 350,
    look: async ({ db, clock }) => {
      const sentries = await overdueSentries(db.console, clock.now() - BEHIND);
      if (sentries === 0) return null;
      return `Evaluation is behind: ${counted(sentries, 'sentry waits', 'sentries wait')} for more than a minute`;
    },
  },
  {
    name: 'platform:telling',
    severity: 350,
    look: async ({ db, clock }) => {
      const messages = await overdueMessages(db.console, clock.now() - BEHIND);
      if (messages === 0) return null;
      return `Telling people is behind: ${counted(messages, 'message waits', 'messages wait')} for more than a minute`;
    },
  },
  {
    name: 'platform:mail',
    severity: 330,
    look: async ({ db, clock }) => mailProblem(await mailFate(db.console, clock.now() - MAIL_WINDOW)),
  },
  {
    name: 'platform:disk',
    severity: 340,
    isLocal: true,
    look: async (_platform, probes) => {
      const disk = await probes.disk();
      if (disk === null || (disk.free > disk.total * DISK_SHARE && disk.free > DISK_FLOOR)) return null;
      return `The disk fills: ${gibibytes(disk.free)} of ${gibibytes(disk.total)} are free`;
    },
  },
  {
    name: 'platform:database-settings',
    severity: 230,
    look: async ({ db }) => {
      const { unsafe, weak } = databaseSafety(await databaseSettings(db.console));
      const sentences = [...unsafe, ...weak];
      return sentences.length === 0 ? null : `The database is not set up for durability: ${sentences.join('; ')}`;
    },
  },
  {
    name: 'platform:database-pages',
    severity: 400,
    look: async ({ db }) => {
      const { count, lastAt } = await checksumFailures(db.console);
      if (count === 0) return null;
      const when = lastAt === null ? '' : `, the last on ${formatInstant(lastAt.getTime())}`;
      return `The database met ${counted(count, 'damaged page', 'damaged pages')}${when}: run fsck to see where, then restore a backup`;
    },
  },
  { name: 'platform:backup', severity: 310, isLocal: true, look: (_platform, probes) => probes.backups() },
  {
    name: 'platform:clock',
    severity: 320,
    isLocal: true,
    look: async (_platform, probes) => {
      const error = await probes.clockError();
      if (error === null || error <= CLOCK_TOLERANCE) return null;
      return `The clock is off by ${Math.round(error / 1000)} s: times of alerts and links are wrong`;
    },
  },
];

/** Every check's result now; a check that another server process answers for is left out. */
export async function runHealthChecks(platform: Platform, probes: Probes): Promise<readonly HealthResult[]> {
  const results: HealthResult[] = [];
  for (const { look, ...check } of HEALTH_CHECKS) {
    const message = await look(platform, probes);
    if (message !== undefined) results.push({ ...check, message });
  }
  return results;
}

const mailProblem = ({ tried, delivered, problem }: MailFate): string | null =>
  tried >= MAIL_TRIES && delivered === 0
    ? `No mail was taken for a quarter of an hour: ${problem ?? 'no answer'}`
    : null;

export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
