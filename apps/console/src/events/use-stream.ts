/** The event stream: GET /events while a person is signed in. Screens read only the caches it updates. */
import type { StreamEventOut } from '@picket/contracts/stream';
import { useEffect, useEffectEvent } from 'react';
import { API_BASE } from '../lib/api.ts';
import { type Connection, setConnection, useConnection } from '../lib/connection.ts';
import { noteResponse, useServiceState } from '../lib/service-state.ts';
import {
  applyStreamEvents,
  catchUp,
  catchUpFirstFetch,
  pollWithoutStream,
  STREAM_EVENT_KINDS,
  startOver,
} from './apply-stream-event.ts';
import { EventBursts } from './event-bursts.ts';

/** Shorter interruptions are not shown. */
const INTERRUPTION_GRACE_MS = 3000;
const REOPEN_DELAY_MS = 5000;
/** After repeated rejections (for example too many open streams), or the end of the session: poll, and try to reopen less often. */
const REOPEN_BACKOFF_MS = 30_000;
/** A heartbeat comes every five seconds: a stream that is silent for longer is dead, also where its connection looks open. */
const SILENCE_MS = 20_000;
/** Polling interval while the stream is interrupted. */
const POLL_INTERVAL_MS = 10_000;

interface StreamListeners {
  /** Alerts were raised, have changed or are over. */
  readonly onAlerts: (events: readonly StreamEventOut<'alert'>[]) => void;
  /** A fluid sensor was discovered, paired or ignored. */
  readonly onSensor: (event: StreamEventOut<'sensor'>) => void;
  /** Events were missed for good. */
  readonly onStartedOver: () => void;
  /** The server rejected or ended the stream: the session may have ended. */
  readonly onRejected: () => void;
}

/** Guarantee: the server serializes events as StreamEvent of the contracts. */
const parse = (text: string): StreamEventOut => JSON.parse(text);

/** A stream that is opened again whenever it is interrupted, and goes on after the last event it had. */
class ResumingStream {
  readonly #listeners: StreamListeners;
  #source: EventSource | null = null;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #reopenTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Of the last event; null until the first stream has started. */
  #lastEventId: string | null = null;
  #rejections = 0;
  readonly #alerts = new EventBursts<StreamEventOut<'alert'>>((events) => {
    applyStreamEvents('alert', events);
    this.#listeners.onAlerts(events);
  });

  constructor(listeners: StreamListeners) {
    this.#listeners = listeners;
    this.#open();
  }

  #open(): void {
    // A browser resumes by itself only what it did not close: after the response of a proxy, say, it does not.
    const query = this.#lastEventId === null ? '' : `?${new URLSearchParams({ lastEventId: this.#lastEventId })}`;
    const source = new EventSource(`${API_BASE}/events${query}`, { withCredentials: true });
    this.#source = source;
    source.onopen = () => this.#awaitNext();
    source.onerror = () => this.#interrupted(source.readyState === EventSource.CLOSED);
    for (const type of STREAM_EVENT_KINDS) source.addEventListener(type, (message) => this.#receive(message));
    this.#awaitNext();
  }

  /** Opens another stream unless something arrives on this one. */
  #awaitNext(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => {
      this.#source?.close();
      this.#interrupted(false);
      this.#open();
    }, SILENCE_MS);
  }

  /** An event has come. The head of a response is none: a proxy may pass that on, and hold back what follows. */
  #arrived(): void {
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
    this.#rejections = 0;
    setConnection('live');
  }

  #interrupted(isRejected: boolean): void {
    this.#graceTimer ??= setTimeout(() => setConnection('interrupted'), INTERRUPTION_GRACE_MS);
    if (!isRejected) return;
    clearTimeout(this.#silenceTimer);
    this.#listeners.onRejected();
    this.#rejections += 1;
    this.#reopenTimer = setTimeout(() => this.#open(), this.#rejections > 1 ? REOPEN_BACKOFF_MS : REOPEN_DELAY_MS);
  }

  /** The browser would open it again at once, and be rejected, as it would be in five seconds where the next page takes longer than that. */
  #ended(): void {
    this.#source?.close();
    this.#rejections += 1;
    this.#interrupted(true);
  }

  #receive({ data, lastEventId }: MessageEvent<string>): void {
    const event = parse(data);
    noteResponse();
    this.#awaitNext();
    this.#arrived();
    if (event.type === 'heartbeat') return;
    if (event.type === 'started') {
      this.#alerts.flush();
      if (this.#lastEventId === null) catchUpFirstFetch();
      else if (event.resumed) catchUp();
      else {
        startOver();
        this.#listeners.onStartedOver();
      }
    }
    if (event.type === 'ended') {
      this.#ended();
      return;
    }
    this.#lastEventId = lastEventId;
    if (event.type === 'alert') {
      this.#alerts.add(event);
      return;
    }
    applyStreamEvents(event.type, [event]);
    if (event.type === 'sensor') this.#listeners.onSensor(event);
  }

  close(): void {
    this.#alerts.close();
    this.#source?.close();
    clearTimeout(this.#graceTimer);
    clearTimeout(this.#reopenTimer);
    clearTimeout(this.#silenceTimer);
  }
}

/** `isOpen` false: no stream is opened. */
export function useStream(listeners: StreamListeners, isOpen: boolean): Connection {
  const connection = useConnection();
  const isUp = useServiceState().state === 'up';
  // Other listeners are no reason to open another stream, which would miss what happens meanwhile.
  const onAlerts = useEffectEvent(listeners.onAlerts);
  const onSensor = useEffectEvent(listeners.onSensor);
  const onStartedOver = useEffectEvent(listeners.onStartedOver);
  const onRejected = useEffectEvent(listeners.onRejected);
  useEffect(() => {
    if (!isOpen) return;
    const stream = new ResumingStream({
      onAlerts: (events) => onAlerts(events),
      onSensor: (event) => onSensor(event),
      onStartedOver: () => onStartedOver(),
      onRejected: () => onRejected(),
    });
    return () => stream.close();
  }, [isOpen]);
  useEffect(() => {
    if (connection !== 'interrupted' || !isUp) return;
    const pollTimer = setInterval(pollWithoutStream, POLL_INTERVAL_MS);
    return () => clearInterval(pollTimer);
  }, [connection, isUp]);
  return connection;
}
