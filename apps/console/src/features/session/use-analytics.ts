/**
 * Page views, told to whoever runs this installation asked them to be told to (PICKET_ANALYTICS_URL), else to nobody
 * (specification, sections 2 and 7): form-encoded, with a heartbeat every ten seconds while somebody looks.
 */
import { useEffect } from 'react';
import { LINKS } from '../../lib/links.ts';
import { maskPath } from './mask-path.ts';

const HEARTBEAT_MS = 10_000;

function sendEvent(event: 'pageview' | 'heartbeat', path: string, user: string): void {
  if (LINKS.analytics === null) return;
  const body = new URLSearchParams({ event, path, user });
  // Nothing here waits for the answer, or for there being one.
  void fetch(LINKS.analytics, { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, body }).catch(
    () => {},
  );
}

/** `user`: the e-mail address of who looks. */
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
