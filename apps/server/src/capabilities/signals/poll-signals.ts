/** A signaling channel as long polling: for networks that let no WebSocket through. */
import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { FastifyReply } from 'fastify';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { saveChannel } from './channel-store.ts';
import type { SignalChannels } from './signal-channels.ts';
import { listPendingSignalsAllTenants, type SignalOut } from './signal-store.ts';

const MAX_SIGNALS = 100;

/** The signals after one; waits for the first of them, without holding a connection to the database. */
export async function pollSignals(
  { db, clock, actor }: Ctx<SentryActor>,
  { after = '0', wait }: ParsedQuery<'GET /sentry/signals'>,
  channels: SignalChannels,
  { raw }: Pick<FastifyReply, 'raw'>,
): Promise<ResponseOf<'GET /sentry/signals'>> {
  const guid = newGuid();
  const turn = await channels.claim(actor.guid, () =>
    saveChannel(db.console, actor.tenant, actor.guid, { guid, protocol: 'HTTPS' }, clock.now()),
  );
  const pending = await listPendingSignalsAllTenants(
    db.console,
    [{ sentry: actor.guid, after }],
    clock.now(),
    MAX_SIGNALS,
  );
  const signals: readonly SignalOut[] =
    pending.length > 0 || wait === 0
      ? pending.map(({ signal }) => signal)
      : await new Promise((resolve) => {
          const end = (found: readonly SignalOut[]): void => {
            clearTimeout(timer);
            detach();
            resolve(found);
          };
          const timer = setTimeout(() => end([]), wait * 1000);
          const detach = channels.attach({
            guid,
            sentry: actor.guid,
            turn,
            after,
            deliver: end,
            onEnd: () => end([]),
          });
          raw.once('close', () => end([]));
        });
  return { signals: [...signals], serverTime: formatInstant(clock.now()) };
}
