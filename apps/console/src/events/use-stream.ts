/** The event stream: GET /events while a person is signed in. Screens read only the caches it updates. */
import type { StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut } from '@picket/contracts/types';
import { useEffect, useState } from 'react';
import { API_BASE } from '../lib/api.ts';
import { applyStreamEvent, catchUp, STREAM_EVENT_KINDS } from './apply-stream-event.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

/** Shorter interruptions are not shown. */
const INTERRUPTION_GRACE_MS = 3000;
const REOPEN_DELAY_MS = 5000;
/** After repeated rejections (for example too many open streams): poll, and try to reopen less often. */
const REOPEN_BACKOFF_MS = 30_000;
/** Polling interval while the stream is interrupted. */
const POLL_INTERVAL_MS = 10_000;

interface StreamListeners {
  /** An alert was raised while the console was open. */
  readonly onRaised: (alert: AlertOut) => void;
  /** A fluid sensor was discovered, paired or ignored. */
  readonly onSensor: (event: StreamEventOut<'sensor'>) => void;
  /** The server rejected the stream: the session may have ended. */
  readonly onRefused: () => void;
}

/** Guarantee: the server serializes events as StreamEvent of the contracts. */
const parse = (text: string): StreamEventOut => JSON.parse(text);

/** `isOpen` false: no stream is opened. */
export function useStream({ onRaised, onRefused, onSensor }: StreamListeners, isOpen: boolean): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    if (!isOpen) return;
    let source: EventSource | null = null;
    let graceTimer: ReturnType<typeof setTimeout> | null = null;
    let reopenTimer: ReturnType<typeof setTimeout> | null = null;
    let wasInterrupted = false;
    let refusals = 0;

    const open = (): void => {
      source = new EventSource(`${API_BASE}/events`, { withCredentials: true });
      source.onopen = () => {
        if (graceTimer) clearTimeout(graceTimer);
        graceTimer = null;
        refusals = 0;
        setConnection('live');
        if (wasInterrupted) catchUp();
        wasInterrupted = false;
      };
      source.onerror = () => {
        wasInterrupted = true;
        graceTimer ??= setTimeout(() => setConnection('interrupted'), INTERRUPTION_GRACE_MS);
        if (source?.readyState !== EventSource.CLOSED) return;
        onRefused();
        refusals += 1;
        reopenTimer = setTimeout(open, refusals > 1 ? REOPEN_BACKOFF_MS : REOPEN_DELAY_MS);
      };
      for (const type of STREAM_EVENT_KINDS)
        source.addEventListener(type, ({ data }: MessageEvent<string>) => {
          const event = parse(data);
          applyStreamEvent(event);
          if (event.type === 'alert' && event.change === 'RAISED') onRaised(event.alert);
          if (event.type === 'sensor') onSensor(event);
        });
    };
    open();
    return () => {
      source?.close();
      if (graceTimer) clearTimeout(graceTimer);
      if (reopenTimer) clearTimeout(reopenTimer);
    };
  }, [onRaised, onRefused, onSensor, isOpen]);
  useEffect(() => {
    if (connection !== 'interrupted') return;
    const pollTimer = setInterval(catchUp, POLL_INTERVAL_MS);
    return () => clearInterval(pollTimer);
  }, [connection]);
  return connection;
}
