/**
 * Earlier versions of Picket were called `picket` at the broker, by everybody's knowledge. What the broker still keeps for that
 * name is taken once, before anything newer, then the name is given up.
 */
import { connect, type MqttClient } from 'mqtt';
import type { Log } from '../../platform/index.ts';

const FORMER_CLIENT_ID = 'picket';
const ANSWERED_WITHIN_MS = 10_000;
/** A full queue takes no more messages: the sign of its end is sent again while there is none. */
const SIGN_EVERY_MS = 1000;
/** Nothing came for so long, and nothing is being worked on: nothing will. */
const GIVEN_UP_AFTER_MS = 15_000;

/** Takes a message; false: called off, the broker is to keep it. */
type Take = (topic: string, payload: Buffer) => Promise<boolean>;

export interface FormerSession {
  /** Begins, unless it was done before; call it once the present session is subscribed, so that no message falls between. */
  drain(take: Take): void;
  /** Resolves when nothing older is left, or nothing can be had of it. */
  drained(): Promise<void>;
}

/** `signTopic`: what Picket publishes there comes back to it. */
export function createFormerSession(
  { url, password }: { readonly url: string; readonly password: string | null },
  signTopic: string,
  log: Pick<Log, 'info' | 'warn'>,
): FormerSession {
  let isDone = false;
  let running: Promise<void> | null = null;

  const open = (clean: boolean): MqttClient =>
    connect(url, {
      clientId: FORMER_CLIENT_ID,
      clean,
      reconnectPeriod: 0,
      connectTimeout: ANSWERED_WITHIN_MS,
      queueQoSZero: false,
      ...(password === null ? {} : { password }),
    });

  const run = async (take: Take): Promise<void> => {
    const taken = await emptyQueue(open(false), take, signTopic);
    // A clean session under the name: nothing is kept for it from now on.
    await connected(open(true));
    isDone = true;
    if (taken > 0) log.info({ messages: taken }, 'took the messages kept for an earlier version');
  };

  return {
    drain: (take) => {
      if (isDone || running !== null) return;
      running = run(take)
        .catch((error: unknown) => log.warn({ err: error }, 'messages kept for an earlier version cannot be taken yet'))
        .finally(() => {
          running = null;
        });
    },
    drained: () => running ?? Promise.resolve(),
  };
}

/** Takes what the broker keeps for the client, up to a message of its own; answers how many there were. */
function emptyQueue(client: MqttClient, take: Take, signTopic: string): Promise<number> {
  let taken = 0;
  let working = 0;
  let lastAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  return new Promise<number>((resolve, reject) => {
    client.handleMessage = ({ topic, payload }, acknowledge) => {
      working += 1;
      take(topic, Buffer.from(payload))
        .then((isTaken) => {
          working -= 1;
          lastAt = performance.now();
          if (!isTaken) return reject(new Error('the connection was lost meanwhile'));
          acknowledge();
          if (topic === signTopic) resolve(taken);
          else taken += 1;
        })
        .catch(reject);
    };
    client.on('connect', ({ sessionPresent }) => {
      if (!sessionPresent) return resolve(0);
      const sendSign = (): void => {
        if (working === 0 && performance.now() - lastAt > GIVEN_UP_AFTER_MS)
          reject(new Error('the broker does not hand them out'));
        else client.publish(signTopic, '', { qos: 1 });
      };
      sendSign();
      timer = setInterval(sendSign, SIGN_EVERY_MS);
    });
    client.on('error', reject);
    client.on('close', () => reject(new Error('the connection was lost')));
  }).finally(async () => {
    clearInterval(timer);
    await client.endAsync(true);
  });
}

/** Connects, and leaves again in good order. */
function connected(client: MqttClient): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    client.on('connect', () => resolve());
    client.on('error', reject);
    client.on('close', () => reject(new Error('the connection was lost')));
  }).finally(() => client.endAsync(true));
}
