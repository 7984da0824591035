/** A message to a webhook. It is answered once its readings are stored: platforms send it again until then. */
import { setTimeout } from 'node:timers/promises';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import { contextOf } from '../../../platform/http/context.ts';
import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countUnknownHook } from '../../auth/index.ts';
import { type Ingest, ingestReport } from '../../ingest/index.ts';
import type { AdoptedReading } from '../sources/adopted-readings.ts';
import { LeftOut } from '../sources/left-out.ts';
import type { HookLimit } from './hook-limit.ts';
import type { HookMessage } from './hook-messages.ts';
import { findHookAllTenants, type HookRow, lockHook, saveHookMessage } from './hook-store.ts';
import type { HookTurns } from './hook-turns.ts';
import { storedTogether } from './stored-together.ts';
import { type Taken, takeHookMessages } from './take-hook-messages.ts';

interface ReceivedHook {
  readonly token: string;
  readonly address: string;
  /** The names of its fields, for the list of what was left out. */
  readonly fields: readonly string[];
  /** null: it is in no format that is read. */
  readonly read: () => readonly HookMessage[] | null;
}

interface HookPorts {
  readonly ingest: Ingest;
  readonly limit: HookLimit;
  readonly turns: HookTurns;
}

type Result = ResponseOf<'POST /hooks/{token}'>;

const BUSY_SECONDS = 5;
/** Of a message that waits for those before it: its sender waits for little longer. */
const MAX_WAIT_MS: Millis = 10_000;
const MAX_FIELDS = 8;
const UNKNOWN_FORMAT =
  'The message is in no format that is read here. Send {"device": "cellar-1", "values": {"temperature": 21.4}}, or what ChirpStack 4, The Things Stack, a Ruuvi Gateway or a Shelly sends';

/** Throws `notFound` for a token that is not known, `busy` where the message cannot be stored now. */
export async function receiveHook(platform: Platform, ports: HookPorts, received: ReceivedHook): Promise<Result> {
  const hash = hashSecret(received.token);
  const hook = await findHookAllTenants(platform.db.console, hash);
  if (hook === null) {
    // It writes: on a standby, which may not have a new token yet, that fails, and the sender repeats the message later.
    await countUnknownHook(platform, received.address);
    throw new AppError('notFound');
  }
  if (!hook.enabled) throw new AppError('conflict', { message: 'This integration is turned off' });
  const now = platform.clock.now();
  ports.limit.count(hook.guid, now);
  if (platform.clock.isUntrusted()) throw new AppError('busy', { retryAfterSeconds: BUSY_SECONDS });
  const messages = received.read();
  const { taken, leftOut } = await ports.turns.take(hook.guid, () => {
    if (platform.clock.now() - now > MAX_WAIT_MS) throw new AppError('busy', { retryAfterSeconds: BUSY_SECONDS });
    return storeSeen(platform, hook, hash, messages, received.fields, now);
  });
  if (messages === null) throw new AppError('unprocessable', { message: UNKNOWN_FORMAT });
  return { ...(await storeReadings(platform, ports.ingest, taken)), leftOut };
}

/** In one transaction, which no other message of the webhook passes. */
function storeSeen(
  { db }: Platform,
  hook: HookRow,
  hash: Buffer,
  messages: readonly HookMessage[] | null,
  fields: readonly string[],
  now: Millis,
): Promise<{ readonly taken: Taken; readonly leftOut: number }> {
  return db.inTx(async ({ sql }) => {
    const locked = await lockHook(sql, hook.tenant, hook.guid, hash);
    if (locked === null) throw new AppError('notFound');
    const leftOut = new LeftOut(locked.leftOutAnnouncements, locked.leftOut);
    if (messages === null) leftOut.add(fields.slice(0, MAX_FIELDS).join(', '), 'UNKNOWN_FORMAT', now);
    const taken = await takeHookMessages(sql, hook, messages ?? [], leftOut, now);
    await saveHookMessage(sql, hook.tenant, hook.guid, new Date(now), {
      leftOut: leftOut.total,
      leftOutAnnouncements: leftOut.list(),
    });
    return { taken, leftOut: leftOut.total - locked.leftOut };
  });
}

/** Of each sentry one report, with all its readings of the message. */
async function storeReadings(
  platform: Platform,
  ingest: Ingest,
  { devices, adopted, reports }: Taken,
): Promise<Omit<Result, 'leftOut'>> {
  const bySentry = Map.groupBy(reports, ({ sentry }) => sentry.guid);
  const submits = [...bySentry.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [() => storeReport(platform, ingest, first, all)];
  });
  const results = await storedTogether(submits, {
    wait: (ms) => setTimeout(ms),
    steadyNow: () => performance.now(),
  });
  const sum = (of: (one: (typeof results)[number]) => number): number =>
    results.reduce((total, one) => total + of(one), 0);
  return {
    devices,
    adopted,
    accepted: sum(({ accepted }) => accepted),
    late: sum(({ late }) => late),
    duplicates: sum(({ duplicates }) => duplicates),
    rejected: sum(({ rejected }) => rejected.length),
  };
}

const storeReport = (platform: Platform, ingest: Ingest, { sentry }: AdoptedReading, all: readonly AdoptedReading[]) =>
  ingestReport(contextOf(platform, sentry), ingest, { readings: all.flatMap(({ readings }) => readings) });
