/**
 * Earlier versions of Picket used the guessable client id `picket` at the broker. Messages still queued for it are handled
 * once, before newer ones; then its session is cleared.
 */
import { connect, type MqttClient } from 'mqtt';
import type { Log } from '../../../platform/logging/log.ts';

const LEGACY_CLIENT_ID = 'picket';
const RESPONSE_TIMEOUT_MS = 10_000;
/** A full queue drops messages: the end marker is published again until it arrives. */
const END_MARKER_INTERVAL_MS = 1000;
/** Gives up after this long without a message. */
const IDLE_TIMEOUT_MS = 15_000;

/** Handles a message; false: canceled, the broker keeps it. */
type HandleMessage = (topic: string, payload: Buffer) => Promise<boolean>;

export interface LegacySession {
  /** Begins, unless it was done before; call it once the present session is subscribed, so that no message falls between. */
  drain(handle: HandleMessage): void;
  /** Resolves when nothing older is left, or nothing can be had of it. */
  drained(): Promise<void>;
}

/** `endMarkerTopic`: a topic that Picket is subscribed to. */
export function createLegacySession(
  { url, password }: { readonly url: string; readonly password: string | null },
  endMarkerTopic: string,
  log: Pick<Log, 'info' | 'warn'>,
): LegacySession {
  let isDone = false;
  let running: Promise<void> | null = null;

  const open = (clean: boolean): MqttClient =>
    connect(url, {
      clientId: LEGACY_CLIENT_ID,
      clean,
      reconnectPeriod: 0,
      connectTimeout: RESPONSE_TIMEOUT_MS,
      queueQoSZero: false,
      ...(password === null ? {} : { password }),
    });

  const run = async (handle: HandleMessage): Promise<void> => {
    const handled = await drainQueue(open(false), handle, endMarkerTopic);
    // A clean session under the name: nothing is kept for it from now on.
    await connectOnce(open(true));
    isDone = true;
    if (handled > 0) log.info({ messages: handled }, 'messages queued for an earlier version handled');
  };

  return {
    drain: (handle) => {
      if (isDone || running !== null) return;
      running = run(handle)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'messages queued for an earlier version not handled, retrying'),
        )
        .finally(() => {
          running = null;
        });
    },
    drained: () => running ?? Promise.resolve(),
  };
}

/** Handles the messages queued for the client, up to the end marker; returns how many there were. */
function drainQueue(client: MqttClient, handle: HandleMessage, endMarkerTopic: string): Promise<number> {
  let handled = 0;
  let inProgress = 0;
  let lastMessageAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  return new Promise<number>((resolve, reject) => {
    client.handleMessage = ({ topic, payload }, acknowledge) => {
      inProgress += 1;
      handle(topic, Buffer.from(payload))
        .then((isHandled) => {
          inProgress -= 1;
          lastMessageAt = performance.now();
          if (!isHandled) return reject(new Error('the connection was lost meanwhile'));
          acknowledge();
          if (topic === endMarkerTopic) resolve(handled);
          else handled += 1;
        })
        .catch(reject);
    };
    client.on('connect', ({ sessionPresent }) => {
      if (!sessionPresent) return resolve(0);
      const sendEndMarker = (): void => {
        if (inProgress === 0 && performance.now() - lastMessageAt > IDLE_TIMEOUT_MS)
          reject(new Error('the broker does not hand them out'));
        else client.publish(endMarkerTopic, '', { qos: 1 });
      };
      sendEndMarker();
      timer = setInterval(sendEndMarker, END_MARKER_INTERVAL_MS);
    });
    client.on('error', reject);
    client.on('close', () => reject(new Error('the connection was lost')));
  }).finally(async () => {
    clearInterval(timer);
    await client.endAsync(true);
  });
}

/** Connects and disconnects cleanly. */
function connectOnce(client: MqttClient): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    client.on('connect', () => resolve());
    client.on('error', reject);
    client.on('close', () => reject(new Error('the connection was lost')));
  }).finally(() => client.endAsync(true));
}
