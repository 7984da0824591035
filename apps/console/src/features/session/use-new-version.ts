/** Offers to reload when the server has a newer console, and reloads by itself while the page is idle. */
import { createElement, useEffect } from 'react';
import { useNewerBuild } from '../../lib/newer-build.ts';
import { serviceState } from '../../lib/service-state.ts';
import { useText } from '../../lib/texts.ts';
import { hasUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { hideToast, showLastingToast } from '../../ui/toasts.ts';

const QUIET_MS = 60_000;
const POLL_INTERVAL_MS = 5000;
/** Prevents reload loops while two server versions run side by side. */
const MIN_RELOAD_INTERVAL_MS = 10 * 60_000;
const RELOADED_AT = 'picket-reloaded';
const TOAST = 'newer-build';

const wasJustReloaded = (now: number): boolean =>
  now - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < MIN_RELOAD_INTERVAL_MS;

function reload(): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

export function useNewVersion(): void {
  const t = useText();
  const newer = useNewerBuild();
  useEffect(() => {
    if (newer === null) return;
    showLastingToast(
      TOAST,
      t('session.updated.title'),
      createElement('button', { type: 'button', className: 'link-button', onClick: reload }, t('session.updated.load')),
    );
    let touchedAt = Date.now();
    const touched = (): void => {
      touchedAt = Date.now();
    };
    const kinds = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
    for (const kind of kinds) window.addEventListener(kind, touched, { passive: true, capture: true });
    const timer = setInterval(() => {
      const now = Date.now();
      const isQuiet = document.hidden || now - touchedAt > QUIET_MS;
      if (
        isQuiet &&
        // While it is down forms are hidden, and do not count as unsaved.
        serviceState().state === 'up' &&
        !hasUnsavedChanges() &&
        document.querySelector('[role="dialog"]') === null &&
        !wasJustReloaded(now)
      )
        reload();
    }, POLL_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      for (const kind of kinds) window.removeEventListener(kind, touched, { capture: true });
      hideToast(TOAST);
    };
  }, [newer, t]);
}
