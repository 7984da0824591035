/**
 * Picket about itself: alarms when evaluation or telling is behind, mail is not taken, the disk fills or the clock is off; a
 * sign of life to the outside while all is well; and a check that every delivery due was made.
 */
import { statfs } from 'node:fs/promises';
import type { Millis } from '@picket/domain';
import type { Platform, Sql } from '../../platform/index.ts';
import { endOwn, type OnAlertsChanged, raiseOwn } from '../alerts/index.ts';
import type { OnGivenUp } from './deliver-messages.ts';
import {
  adminTenant,
  databaseClock,
  dropSighting,
  type MailFate,
  mailFate,
  mendedDestinations,
  missedDeliveries,
  noteSighting,
  overdueMessages,
  overdueSentries,
} from './watchdog-store.ts';

const BEHIND: Millis = 60_000;
const MAIL_WINDOW: Millis = 900_000;
const MAIL_TRIES = 3;
const DISK_SHARE = 0.1;
const DISK_FLOOR = 2 * 1024 ** 3;
/** Each server looks twice a minute; one that saw something and says no more of it is gone. */
const SEEN_WITHIN: Millis = 90_000;
const CLOCK_TOLERANCE: Millis = 10_000;
const DAY: Millis = 86_400_000;

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

interface Finding {
  readonly matter: string;
  readonly severity: number;
  /** null: all is well. */
  readonly message: string | null;
  /** Of this machine, or this process: another server may see something else. */
  readonly isLocal?: true;
}

export interface Watchdog {
  /** Looks at everything, raises and ends alarms; answers what is wrong. */
  look(): Promise<readonly string[]>;
  /** What is wrong now, as sentences; raises nothing. */
  troubles(): Promise<readonly string[]>;
  /** Tells the outside that all is well, if it is. */
  beat(): Promise<boolean>;
  /** Holds alerts against deliveries, makes up for what is missing; answers how many were. */
  checkLedger(): Promise<number>;
  readonly onGivenUp: OnGivenUp;
}

export function createWatchdog(platform: Platform, changed: OnAlertsChanged, probes: Probes): Watchdog {
  const { db, clock, log, config } = platform;

  /** When this process last saw what is wrong with its machine. */
  const sightings = new Map<string, Millis>();

  /** Whether an alarm about it may end: not while another server sees what this one does not. */
  const isOver = async (sql: Sql, { matter, isLocal }: Finding): Promise<boolean> => {
    if (isLocal !== true) return true;
    return dropSighting(sql, matter, sightings.get(matter) ?? 0, clock.now() - SEEN_WITHIN);
  };

  const look = async (): Promise<readonly string[]> => {
    const findings = await findingsOf(platform, probes);
    const tenant = await adminTenant(db.console);
    if (tenant !== null)
      for (const finding of findings)
        await db.inTx(async ({ sql }) => {
          const now = clock.now();
          const { matter, severity, message } = finding;
          if (message === null) {
            if (await isOver(sql, finding)) await endOwn(sql, tenant, matter, now, changed);
            return;
          }
          if (finding.isLocal === true) {
            sightings.set(matter, now);
            await noteSighting(sql, matter, now);
          }
          await raiseOwn(sql, { tenant, matter, severity, message }, now, changed);
        });
    for (const mended of await mendedDestinations(db.console))
      await db.inTx(({ sql }) => endOwn(sql, mended.tenant, mended.matter, clock.now(), changed));
    return findings.flatMap(({ message }) => message ?? []);
  };

  return {
    look,
    troubles: async () => (await findingsOf(platform, probes)).flatMap(({ message }) => message ?? []),
    beat: async () => {
      if (config.heartbeatUrl === null) return false;
      const wrong = (await findingsOf(platform, probes)).some(({ message }) => message !== null);
      if (wrong) return false;
      try {
        await probes.beat(config.heartbeatUrl);
        return true;
      } catch (error) {
        log.warn({ err: error }, 'the sign of life reached nobody');
        return false;
      }
    },
    checkLedger: async () => {
      const now = clock.now();
      const missed = await missedDeliveries(db.console, now - DAY, now - 5 * BEHIND);
      if (missed.length === 0) return 0;
      log.error({ missed: missed.length }, 'deliveries were missing and are made up for');
      await db.inTx(async ({ sql }) => {
        await changed(
          sql,
          missed.map(({ alert, what }) => ({
            alert,
            change: what === 'ON' ? ('RAISED' as const) : ('CLEARED' as const),
          })),
        );
        const tenant = await adminTenant(sql);
        const message = `${counted(missed.length, 'delivery was missing and was', 'deliveries were missing and were')} made up for; people were told late`;
        if (tenant !== null)
          await raiseOwn(sql, { tenant, matter: 'platform:ledger', severity: 300, message }, now, changed);
      });
      return missed.length;
    },
    onGivenUp: async ({ tenant, destination, problem, guid }) => {
      const message = `A message could not be delivered and was given up: ${problem}`;
      await db.inTx(({ sql }) =>
        raiseOwn(sql, { tenant, matter: `destination:${destination}`, severity: 230, message }, clock.now(), changed),
      );
      log.error({ message: guid }, 'a message was given up');
    },
  };
}

async function findingsOf(platform: Platform, probes: Probes): Promise<readonly Finding[]> {
  const { db, clock } = platform;
  const now = clock.now();
  const sql = db.console;
  const [sentries, messages, mail, disk, error, backups] = [
    await overdueSentries(sql, now - BEHIND),
    await overdueMessages(sql, now - BEHIND),
    await mailFate(sql, now - MAIL_WINDOW),
    await probes.disk(),
    await probes.clockError(),
    await probes.backups(),
  ];
  const intake = probes.messages();
  return [
    ...(intake === undefined ? [] : [{ matter: 'platform:mqtt', severity: 330, message: intake }]),
    {
      matter: 'platform:evaluation',
      severity: 350,
      message:
        sentries === 0
          ? null
          : `Evaluation is behind: ${counted(sentries, 'sentry waits', 'sentries wait')} for more than a minute`,
    },
    {
      matter: 'platform:telling',
      severity: 350,
      message:
        messages === 0
          ? null
          : `Telling people is behind: ${counted(messages, 'message waits', 'messages wait')} for more than a minute`,
    },
    { matter: 'platform:mail', severity: 330, message: mailProblem(mail) },
    {
      matter: 'platform:disk',
      severity: 340,
      isLocal: true,
      message:
        disk === null || (disk.free > disk.total * DISK_SHARE && disk.free > DISK_FLOOR)
          ? null
          : `The disk fills: ${gibibytes(disk.free)} of ${gibibytes(disk.total)} are free`,
    },
    { matter: 'platform:backup', severity: 310, message: backups, isLocal: true },
    {
      matter: 'platform:clock',
      severity: 320,
      isLocal: true,
      message:
        error === null || error <= CLOCK_TOLERANCE
          ? null
          : `The clock is off by ${Math.round(error / 1000)} s: times of alerts and links are wrong`,
    },
  ];
}

const mailProblem = ({ tried, delivered, problem }: MailFate): string | null =>
  tried >= MAIL_TRIES && delivered === 0
    ? `No mail was taken for a quarter of an hour: ${problem ?? 'no answer'}`
    : null;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
