/** A signaling channel as a WebSocket: JSON objects as text, the same ones as over HTTPS. */
import { DeviceSignals, MAX_SIGNAL_BYTES, MAX_SIGNALS_PER_SECOND } from '@picket/contracts/signals';
import { formatInstant } from '@picket/domain/time';
import type { SentryActor } from '../../platform/http/actor.ts';
import { CLOSE_CODES, type Socket } from '../../platform/http/sockets.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteChannel, saveChannel, touchChannel } from './channel-store.ts';
import type { SignalChannels } from './signal-channels.ts';
import type { OnDeviceSignal } from './signal-ports.ts';

export interface OpenedChannel {
  readonly sentry: SentryActor;
  readonly guid: string;
  readonly turn: number;
  /** The id of the last signal that the device handled. */
  readonly after: string;
  /** Whether the token of the device is still valid. */
  readonly isValid: () => Promise<boolean>;
}

/** Before the upgrade: the channel is that of the sentry from now on. */
export async function acceptChannel(
  platform: Pick<Platform, 'db' | 'clock'>,
  channels: SignalChannels,
  sentry: SentryActor,
  after: string | undefined,
  isValid: () => Promise<boolean>,
): Promise<OpenedChannel> {
  const guid = newGuid();
  const { console: sql } = platform.db.ofTenant(sentry.tenant);
  const turn = await channels.claim(sentry.guid, () =>
    saveChannel(sql, sentry.tenant, sentry.guid, { guid, protocol: 'WSS' }, platform.clock.now()),
  );
  return { sentry, guid, turn, after: after ?? '0', isValid };
}

export function openChannel(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  channels: SignalChannels,
  socket: Socket,
  { sentry, guid, turn, after, isValid }: OpenedChannel,
  onDeviceSignal: OnDeviceSignal,
): void {
  const { clock, log } = platform;
  const { console: sql } = platform.db.ofTenant(sentry.tenant);
  const send = (signals: readonly unknown[]): void =>
    socket.send(JSON.stringify({ signals, serverTime: formatInstant(clock.now()) }));
  const deliver = (signals: readonly unknown[]): void => {
    for (const message of messagesOf(signals)) send(message);
  };
  // The device learns that it is connected, and the time.
  send([]);
  const detach = channels.attach({
    guid,
    sentry: sentry.guid,
    turn,
    after,
    deliver,
    onEnd: (reason) => socket.end(reason === 'REPLACED' ? CLOSE_CODES.refused : CLOSE_CODES.goingAway, reason),
  });
  socket.onPing(async () => {
    if (!(await isValid())) socket.end(CLOSE_CODES.refused, 'TOKEN_REVOKED');
    await touchChannel(sql, sentry.tenant, sentry.guid, guid, clock.now());
  });
  socket.onText(receiveSignals(socket, sentry, onDeviceSignal));
  socket.onBytes(() => socket.end(CLOSE_CODES.refused, 'signals are text'));
  socket.onClose(() => {
    detach();
    deleteChannel(sql, sentry.tenant, sentry.guid, guid).catch((error: unknown) =>
      log.debug({ err: error }, 'closing a signaling channel failed'),
    );
  });
}

/** Room for what stands around the signals in a message. */
const MESSAGE_OVERHEAD = 200;

/** Divides signals into messages of the length that devices take. */
function messagesOf(signals: readonly unknown[]): unknown[][] {
  const messages: unknown[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const signal of signals) {
    const length = Buffer.byteLength(JSON.stringify(signal)) + 1;
    if (bytes + length > MAX_SIGNAL_BYTES - MESSAGE_OVERHEAD) {
      messages.push([]);
      bytes = 0;
    }
    messages.at(-1)?.push(signal);
    bytes += length;
  }
  return messages;
}

/** Handles the messages of a device one after the other, as many as it may send. */
function receiveSignals(
  socket: Socket,
  sentry: SentryActor,
  onDeviceSignal: OnDeviceSignal,
): (text: string) => Promise<void> {
  const isTooFast = countRate(MAX_SIGNALS_PER_SECOND);
  let last: Promise<void> = Promise.resolve();
  return (text) => {
    const { data, error } = DeviceSignals.safeParse(parseJson(text));
    if (data === undefined) {
      const [issue] = error.issues;
      socket.end(CLOSE_CODES.refused, `${issue?.path.join('.') ?? 'message'}: ${issue?.message ?? 'is wrong'}`);
      return last;
    }
    if (data.signals.some(isTooFast)) {
      socket.end(CLOSE_CODES.refused, `more than ${MAX_SIGNALS_PER_SECOND} signals a second`);
      return last;
    }
    last = last.then(async () => {
      for (const signal of data.signals) await onDeviceSignal(sentry, signal);
    });
    return last;
  };
}

/** Returns a function that counts calls, and whether there were more than `max` of them within a second. */
function countRate(max: number): () => boolean {
  let since = performance.now();
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since >= 1000) {
      since = now;
      count = 0;
    }
    count += 1;
    return count > max;
  };
}
