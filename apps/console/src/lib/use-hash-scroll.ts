import { useEffect } from 'react';

/** Scrolls to what the address's hash names, once it is there. */
export function useHashScroll(isReady: boolean): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (isReady && id !== '') document.getElementById(id)?.scrollIntoView();
  }, [isReady]);
}
