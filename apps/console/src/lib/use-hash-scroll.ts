import { useEffect } from 'react';

/** Scrolls to the element in the hash of the address once `isReady`. */
export function useHashScroll(isReady: boolean): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (isReady && id !== '') document.getElementById(id)?.scrollIntoView();
  }, [isReady]);
}
