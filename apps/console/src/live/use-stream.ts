/** The one stream: GET /events while somebody is signed in. Screens only ever see the caches it writes. */
import type { AlertOut, StreamEventOut } from '@picket/contracts';
import { useEffect, useState } from 'react';
import { API_BASE, refresh } from '../lib/api.ts';
import { applyStreamEvent } from './apply-stream-event.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

/** A short break is repaired before anybody needs to know of it. */
const INTERRUPTION_GRACE_MS = 3000;
const REOPEN_DELAY_MS = 5000;
/** Refused again (too many streams are open, say in other tabs): it is asked for what is new, and seldom for a stream. */
const REOPEN_BACKOFF_MS = 30_000;
/** While nothing is told, it is asked. */
const POLL_INTERVAL_MS = 10_000;

interface StreamListeners {
  /** An alert was raised while somebody looked on. */
  readonly onRaised: (alert: AlertOut) => void;
  /** A fluid sensor was heard of, paired or ignored. */
  readonly onSensor: (event: Extract<StreamEventOut, { readonly type: 'sensor' }>) => void;
  /** The server closed the door: the session may have ended. */
  readonly onRefused: () => void;
}

/** Guarantee: the server serialises events by the contracts' StreamEvent. */
const parse = (text: string): StreamEventOut => JSON.parse(text);

/** Everything readings may have changed while nobody listened. */
function catchUp(): void {
  void refresh('GET /locations/{guid}/latest');
  void refresh('GET /views/locations');
  void refresh('GET /alerts');
  void refresh('GET /alerts/{guid}');
  void refresh('GET /sentries');
}

/** `isOpen` false: there is nothing to listen to yet. */
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
      for (const type of ['reading', 'alert', 'sentry', 'policy', 'sensor'] as const)
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
