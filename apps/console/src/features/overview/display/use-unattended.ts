/** Whether the display hangs on a wall with nobody in front of it: then it has the whole screen. */
import { useEffect, useState, useSyncExternalStore } from 'react';

const IDLE_MS = 5000;
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown'] as const;

const isFullScreen = (): boolean =>
  document.fullscreenElement !== null || window.matchMedia('(display-mode: fullscreen)').matches;

function subscribeToFullScreen(listener: () => void): () => void {
  const query = window.matchMedia('(display-mode: fullscreen)');
  document.addEventListener('fullscreenchange', listener);
  query.addEventListener('change', listener);
  return () => {
    document.removeEventListener('fullscreenchange', listener);
    query.removeEventListener('change', listener);
  };
}

/** Nobody has moved the pointer or pressed a key for some seconds. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const onActivity = (): void => {
      setIdle(false);
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    for (const kind of ACTIVITY) window.addEventListener(kind, onActivity, { passive: true });
    return () => {
      for (const kind of ACTIVITY) window.removeEventListener(kind, onActivity);
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return isIdle;
}

/** `isDisplay`: the session is one of a wall display. In a window, a person is looking. */
export function useUnattended(isDisplay: boolean): boolean {
  const isFull = useSyncExternalStore(subscribeToFullScreen, isFullScreen);
  const isIdle = useIsIdle();
  return (isDisplay || isFull) && isIdle;
}
