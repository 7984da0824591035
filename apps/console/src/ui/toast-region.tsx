/**
 * Where toasts appear. Their code is loaded with the first toast, or once the first page has long been drawn, so that a toast can say
 * that the line is down. Toasts wait for it; the live regions are there from the beginning, or nothing would be announced.
 */
import { useEffect, useRef, useState } from 'react';
import { useLoaded } from '../lib/use-loaded.ts';
import { LIVE_REGIONS } from './among-toasts.tsx';
import { escapedToast } from './escaped-toast.ts';
import styles from './toast-region.module.css';
import { subscribeToToasts } from './toast-store.ts';
import { useToastPlace } from './use-toast-place.ts';

const PRELOAD_AFTER_MS = 5000;

const loadToasts = async () => (await import('./toasts-loaded.tsx')).LoadedToasts;

/** Escape closes a toast, unless it closes something that is open over the page. */
function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  if (document.querySelector('dialog[open], [role="dialog"], [role="menu"], [role="listbox"]') !== null) return;
  const all = [...document.querySelectorAll<HTMLElement>('[data-toasts] [data-toast]')].map((toast) => ({
    toast,
    isUrgent: toast.dataset.urgent === 'true',
    hasFocus: toast.contains(document.activeElement),
  }));
  escapedToast(all)?.toast.querySelector<HTMLElement>('[data-closes-toast]')?.click();
}

export function ToastRegion() {
  const [isWanted, setWanted] = useState(false);
  const Toasts = useLoaded(loadToasts, isWanted);
  const region = useRef<HTMLDivElement>(null);
  useToastPlace(region);
  useEffect(() => {
    const want = (): void => setWanted(true);
    const timer = setTimeout(want, PRELOAD_AFTER_MS);
    const unsubscribe = subscribeToToasts(want);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  useEffect(() => {
    // Before what the key closes is gone.
    window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true });
  }, []);
  return (
    <>
      <div className={styles.region} data-toasts ref={region}>
        <div id={LIVE_REGIONS.assertive} aria-live="assertive" aria-relevant="additions" />
        <div id={LIVE_REGIONS.polite} aria-live="polite" aria-relevant="additions" />
      </div>
      {Toasts !== null && <Toasts />}
    </>
  );
}
