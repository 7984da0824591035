/** The event stream: GET /events while a person is signed in. Screens read only the caches it updates. */
import type { StreamEventOut } from '@picket/contracts/stream';
import { useEffect, useEffectEvent } from 'react';
import { API_BASE } from '../lib/api.ts';
import { type Connection, setConnection, useConnection } from '../lib/connection.ts';
import { noteAnswer, useServiceState } from '../lib/service-state.ts';
import {
  applyStreamEvent,
  catchUp,
  catchUpFirstFetch,
  pollWithoutStream,
  STREAM_EVENT_KINDS,
  startAnew,
} from './apply-stream-event.ts';

/** Shorter interruptions are not shown. */
const INTERRUPTION_GRACE_MS = 3000;
const REOPEN_DELAY_MS = 5000;
/** After repeated rejections (for example too many open streams): poll, and try to reopen less often. */
const REOPEN_BACKOFF_MS = 30_000;
/** Polling interval while the stream is interrupted. */
const POLL_INTERVAL_MS = 10_000;

interface StreamListeners {
  /** An alert was raised, has changed or is over. */
  readonly onAlert: (event: StreamEventOut<'alert'>) => void;
  /** A fluid sensor was discovered, paired or ignored. */
  readonly onSensor: (event: StreamEventOut<'sensor'>) => void;
  /** The server rejected the stream: the session may have ended. */
  readonly onRejected: () => void;
}

/** Guarantee: the server serializes events as StreamEvent of the contracts. */
const parse = (text: string): StreamEventOut => JSON.parse(text);

/** `isOpen` false: no stream is opened. */
export function useStream(listeners: StreamListeners, isOpen: boolean): Connection {
  const connection = useConnection();
  const isUp = useServiceState().state === 'up';
  // Other listeners are no reason to open another stream, which would miss what happens meanwhile.
  const onAlert = useEffectEvent(listeners.onAlert);
  const onSensor = useEffectEvent(listeners.onSensor);
  const onRejected = useEffectEvent(listeners.onRejected);
  useEffect(() => {
    if (!isOpen) return;
    let source: EventSource | null = null;
    let graceTimer: ReturnType<typeof setTimeout> | null = null;
    let reopenTimer: ReturnType<typeof setTimeout> | null = null;
    /** Of the last event; null until the first stream has started. */
    let lastEventId: string | null = null;
    let rejections = 0;

    const receive = ({ data, lastEventId: id }: MessageEvent<string>): void => {
      const event = parse(data);
      noteAnswer();
      if (event.type === 'started') {
        if (lastEventId === null) catchUpFirstFetch();
        else if (event.resumed) catchUp();
        else startAnew();
      }
      lastEventId = id;
      applyStreamEvent(event);
      if (event.type === 'alert') onAlert(event);
      if (event.type === 'sensor') onSensor(event);
    };
    const open = (): void => {
      // A browser resumes by itself only what it did not close: after the response of a proxy, say, it does not.
      const query = lastEventId === null ? '' : `?${new URLSearchParams({ lastEventId })}`;
      source = new EventSource(`${API_BASE}/events${query}`, { withCredentials: true });
      source.onopen = () => {
        if (graceTimer) clearTimeout(graceTimer);
        graceTimer = null;
        rejections = 0;
        setConnection('live');
      };
      source.onerror = () => {
        graceTimer ??= setTimeout(() => setConnection('interrupted'), INTERRUPTION_GRACE_MS);
        if (source?.readyState !== EventSource.CLOSED) return;
        onRejected();
        rejections += 1;
        reopenTimer = setTimeout(open, rejections > 1 ? REOPEN_BACKOFF_MS : REOPEN_DELAY_MS);
      };
      for (const type of STREAM_EVENT_KINDS) source.addEventListener(type, receive);
    };
    open();
    return () => {
      source?.close();
      if (graceTimer) clearTimeout(graceTimer);
      if (reopenTimer) clearTimeout(reopenTimer);
    };
  }, [isOpen]);
  useEffect(() => {
    if (connection !== 'interrupted' || !isUp) return;
    const pollTimer = setInterval(pollWithoutStream, POLL_INTERVAL_MS);
    return () => clearInterval(pollTimer);
  }, [connection, isUp]);
  return connection;
}
