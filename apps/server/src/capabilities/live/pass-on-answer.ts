/** Direct connections: passes on what a sentry answers to the page of a viewer, whose WebSocket another process may have. */
import { PeerSignal } from '@picket/contracts/signals';
import { z } from 'zod';
import type { SentryActor } from '../../platform/http/actor.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Platform } from '../../platform/platform.ts';
import { MAX_MESSAGE_BYTES } from '../../platform/pubsub/pub-sub.ts';
import { findViewOfPeer, setPeer } from './peer-store.ts';

/** What processes send to each other. */
const Answered = z.object({ view: z.string(), signal: PeerSignal });
export type Answered = z.output<typeof Answered>;

/** Passes an answer of a sentry on to the process that has the view. One that is lost leaves the picture as it is. */
export async function passOnAnswer(
  platform: Pick<Platform, 'db' | 'pubSub' | 'log'>,
  { tenant, guid: sentry }: SentryActor,
  signal: z.output<typeof PeerSignal>,
): Promise<void> {
  const { pubSub, log } = platform;
  const { console: sql } = platform.db.ofTenant(tenant);
  const view = await findViewOfPeer(sql, tenant, sentry, signal.peer);
  if (view === null) return;
  if (signal.kind === 'BYE') await setPeer(sql, tenant, view, null);
  const message = JSON.stringify({ view, signal } satisfies Answered);
  if (Buffer.byteLength(message) <= MAX_MESSAGE_BYTES) pubSub.publish('live', message);
  else log.info({ sentry }, 'the answer of a sentry to a direct connection is too long to be passed on');
}

/** An answer that another process has passed on; null: it is none. */
export const parseAnswer = (message: string): Answered | null => Answered.safeParse(parseJson(message)).data ?? null;
