/**
 * Whether the service works: polled every 60 s, and every 5 s while it does not. Checked at once when the live updates are
 * interrupted, when the browser notices a change of its network, and when the clock of this device was set.
 */
import { useEffect, useRef } from 'react';
import { refreshAll } from '../../lib/api.ts';
import { useConnection } from '../../lib/connection.ts';
import { askWhenClockIsSet } from '../../lib/now.ts';
import { checkService } from '../../lib/service-check.ts';
import { type ServiceState, useServiceState } from '../../lib/service-state.ts';

const POLL_MS = 60_000;
const POLL_DOWN_MS = 5000;

export function useHealth(): ServiceState {
  const health = useServiceState();
  const isUp = health.state === 'up';
  const isInterrupted = useConnection() === 'interrupted';
  const wasUp = useRef(true);
  useEffect(() => {
    const check = (): void => void checkService();
    check();
    askWhenClockIsSet(check);
    for (const hint of ['online', 'offline']) window.addEventListener(hint, check);
    return () => {
      for (const hint of ['online', 'offline']) window.removeEventListener(hint, check);
    };
  }, []);
  useEffect(() => {
    const timer = setInterval(() => void checkService(), isUp ? POLL_MS : POLL_DOWN_MS);
    return () => clearInterval(timer);
  }, [isUp]);
  useEffect(() => {
    if (isInterrupted) void checkService();
  }, [isInterrupted]);
  useEffect(() => {
    // What is shown may have changed meanwhile; forms keep their input.
    if (isUp && !wasUp.current) void refreshAll();
    wasUp.current = isUp;
  }, [isUp]);
  return health;
}
