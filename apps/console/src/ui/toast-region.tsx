/**
 * Where toasts appear. Their code is loaded with the first toast, or once the first page has long been drawn, so that a toast can say
 * that the line is down. Toasts wait for it; the live regions are there from the beginning, or nothing would be announced.
 */
import { useEffect, useRef, useState } from 'react';
import { useLoaded } from '../lib/use-loaded.ts';
import { LIVE_REGIONS } from './among-toasts.tsx';
import styles from './toast-region.module.css';
import { subscribeToToasts } from './toast-store.ts';

const PRELOAD_AFTER_MS = 5000;

const loadToasts = async () => (await import('./toasts-loaded.tsx')).LoadedToasts;

export function ToastRegion() {
  const [isWanted, setWanted] = useState(false);
  const Toasts = useLoaded(loadToasts, isWanted);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const want = (): void => setWanted(true);
    const timer = setTimeout(want, PRELOAD_AFTER_MS);
    const unsubscribe = subscribeToToasts(want);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return (
    <>
      <div className={styles.region} data-toasts ref={region}>
        <div id={LIVE_REGIONS.assertive} aria-live="assertive" aria-relevant="additions" />
        <div id={LIVE_REGIONS.polite} aria-live="polite" aria-relevant="additions" />
      </div>
      {Toasts !== null && <Toasts region={region} />}
    </>
  );
}
