/**
 * What a gateway observed. Input: a request with its token. Output: a batch that is stored, and taken in order by the process that is the
 * leader. Invariants: the answer comes after the commit; a gateway reports for its own integrations; what waits is bounded.
 */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { GatewayEvent } from '@picket/contracts/gateways';
import { cleanText } from '@picket/domain/text';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { FUTURE_LIMIT } from '../../ingest/index.ts';
import { assertTokenValid, setClockSkewed } from '../../sentries/index.ts';
import { insertBatch, waitingBatches } from './batch-store.ts';
import { isReadBy } from './reader-store.ts';

type Body = ParsedBody<'POST /sentry/observations'>;
type Result = ResponseOf<'POST /sentry/observations'>;

const BUSY_SECONDS = 5;
/** Of one integration, waiting to be taken. */
const MAX_WAITING = 200;
const MAX_WAITING_BYTES = 32 * 1_048_576;

/** Stores what was observed. Throws `forbidden` for an integration that this gateway does not read, `busy` while too much waits. */
export async function receiveObservations(ctx: Ctx<SentryActor>, body: Body): Promise<Result> {
  const { tenant, guid, clockSkewed } = ctx.actor;
  // Which times lie in the future is not known then.
  if (ctx.clock.isUntrusted()) throw new AppError('busy', { retryAfterSeconds: BUSY_SECONDS });
  const now = ctx.clock.now();
  const { events, rejected, isSkewed } = readEvents(body.events, now);
  await ctx.db.inTx(async ({ sql }) => {
    await assertTokenValid(sql, ctx.actor);
    if (!(await isReadBy(sql, tenant, body.integration, guid))) throw new AppError('forbidden');
    const waiting = await waitingBatches(sql, tenant, body.integration);
    if (waiting.count >= MAX_WAITING || waiting.bytes >= MAX_WAITING_BYTES)
      throw new AppError('busy', { retryAfterSeconds: BUSY_SECONDS });
    const batch = { events: Buffer.from(JSON.stringify(events)), at: new Date(now) };
    if (events.length > 0) await insertBatch(sql, tenant, body.integration, batch);
  });
  if (isSkewed !== clockSkewed) await setClockSkewed(ctx.db.console, tenant, guid, isSkewed);
  ctx.pubSub.notify();
  return { accepted: events.length, rejected: [...rejected], serverTime: formatInstant(ctx.clock.now()) };
}

interface ReadEvents {
  readonly events: readonly GatewayEvent[];
  readonly rejected: Result['rejected'];
  readonly isSkewed: boolean;
}

function readEvents(sent: readonly unknown[], now: Millis): ReadEvents {
  const events: GatewayEvent[] = [];
  const rejected: Result['rejected'] = [];
  let isSkewed = false;
  for (const [index, one] of sent.entries()) {
    const read = GatewayEvent.safeParse(one);
    if (!read.success) {
      const [issue] = read.error.issues;
      const field = cleanText(['events', index, ...(issue?.path ?? [])].join('.'), 120);
      rejected.push({ index, name: field, message: issue?.message ?? 'is wrong' });
    } else if ((parseInstant(read.data.at) ?? 0) > now + FUTURE_LIMIT) {
      isSkewed = true;
      const message = `lies in the future; the server's time is ${formatInstant(now)}`;
      rejected.push({ index, name: `events.${index}.at`, message });
    } else events.push(read.data);
  }
  return { events, rejected, isSkewed };
}
