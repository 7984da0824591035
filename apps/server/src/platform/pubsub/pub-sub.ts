/**
 * Publish and subscribe between server processes, over Postgres NOTIFY: a notification without content ("something was
 * committed"), and short messages by topic. Both may be lost, so subscribers poll as well. They are sent outside the
 * transactions they refer to, since NOTIFY inside a busy transaction would serialize commits.
 */
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { openClient } from '../db/database-connections.ts';
import type { Log } from '../logging/log.ts';

const CHANNEL = 'picket_notify';
/**
 * `subscriptions`: which organizations have open consoles. `sentries`: some were activated or removed. `settings`: those of the
 * installation were changed. `live`: what a sentry answers to the page of a viewer.
 */
const TOPICS = ['subscriptions', 'readings', 'sentries', 'settings', 'live'] as const;
export type Topic = (typeof TOPICS)[number];
/** Postgres takes payloads below 8000 bytes. */
export const MAX_MESSAGE_BYTES = 7900;
const DEBOUNCE_MS = 5;
const RECONNECT_MS = 1000;

export interface PubSub {
  /** Notifies every server process, soon; several calls within a few milliseconds are one. */
  notify(): void;
  /** Calls `listener` at every notification; returns the function that unsubscribes. */
  onNotify(listener: () => void): () => void;
  /** Sends a message of at most MAX_MESSAGE_BYTES to every server process, this one included. */
  publish(topic: Topic, message: string): void;
  /** Calls `listener` with every message of a topic; returns the function that unsubscribes. */
  subscribe(topic: Topic, listener: (message: string) => void): () => void;
  close(): Promise<void>;
}

const channelOf = (topic: Topic): string => `picket_${topic}`;

export function createPubSub(db: Database, log: Log): PubSub {
  const listeners = new Set<() => void>();
  const subscribers = new Map(TOPICS.map((topic) => [channelOf(topic), new Set<(message: string) => void>()]));
  let pending: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let closed = false;

  const connect = async (): Promise<void> => {
    if (closed) return;
    const opened = openClient(db.connectionString, 'wake');
    opened.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) for (const listener of listeners) listener();
      else for (const deliver of subscribers.get(channel) ?? []) deliver(payload);
    });
    opened.on('end', () => {
      if (!closed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    });
    try {
      await opened.connect();
      await db.admit(opened);
      for (const channel of [CHANNEL, ...subscribers.keys()]) await opened.query(`LISTEN ${channel}`);
      client = opened;
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for notifications, polling once a second');
      await opened.end().catch(() => {});
    }
  };
  void connect();

  // May be lost: subscribers poll as well.
  const sendNotification = (channel: string, message: string): void => {
    if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES) log.error({ channel }, 'a message is too long, not sent');
    else if (!closed) db.console.query('SELECT pg_notify($1, $2)', [channel, message]).catch(() => {});
  };

  return {
    notify: () => {
      for (const listener of listeners) listener();
      pending ??= setTimeout(() => {
        pending = null;
        sendNotification(CHANNEL, '');
      }, DEBOUNCE_MS);
    },
    onNotify: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish: (topic, message) => sendNotification(channelOf(topic), message),
    subscribe: (topic, listener) => {
      const ofTopic = subscribers.get(channelOf(topic));
      ofTopic?.add(listener);
      return () => ofTopic?.delete(listener);
    },
    close: async () => {
      closed = true;
      if (pending) clearTimeout(pending);
      await client?.end().catch(() => {});
    },
  };
}
