/**
 * Sends page views to PICKET_ANALYTICS_URL, if the operator set it (specification, sections 2 and 7): form-encoded, with a
 * heartbeat every ten seconds while the page is visible.
 */
import { useEffect } from 'react';
import { LINKS } from '../../lib/links.ts';
import { maskPath } from './mask-path.ts';

const HEARTBEAT_MS = 10_000;

function sendEvent(event: 'pageview' | 'heartbeat', path: string, user: string): void {
  if (LINKS.analytics === null) return;
  const body = new URLSearchParams({ event, path, user });
  // Best effort: failures are ignored.
  void fetch(LINKS.analytics, { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, body }).catch(
    () => {},
  );
}

/** `user`: the e-mail address of the signed-in user. */
export function useAnalytics(pathname: string, user: string): void {
  const path = maskPath(pathname);
  useEffect(() => {
    if (LINKS.analytics === null) return;
    sendEvent('pageview', path, user);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') sendEvent('heartbeat', path, user);
    }, HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [path, user]);
}
