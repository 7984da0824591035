/**
 * Where toasts appear. Its code is loaded with the first toast, or once the first page has long been drawn, so that a toast can say
 * that the line is down. Toasts wait for it.
 */
import { notificationsStore } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

const PRELOAD_AFTER_MS = 5000;
const RETRY_MS = 2000;

async function loadToasts(): Promise<ComponentType> {
  try {
    return (await import('./toasts-loaded.tsx')).LoadedToasts;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadToasts();
  }
}

export function ToastRegion() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useEffect(() => {
    const start = (): void => {
      stopWaiting();
      // A component is a function: set as a value, not called to make one.
      void loadToasts().then((loaded) => setToasts(() => loaded));
    };
    const timer = setTimeout(start, PRELOAD_AFTER_MS);
    const unsubscribe = notificationsStore.subscribe(start);
    const stopWaiting = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    return stopWaiting;
  }, []);
  return Toasts === null ? null : <Toasts />;
}
