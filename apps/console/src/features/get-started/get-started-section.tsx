/** The get-started list as a page shows it: its code is loaded for those who have it. */
import { useEffect, useState } from 'react';
import { loadable } from '../../lib/loadable.tsx';
import { useGetStarted } from './use-get-started.ts';

export const GetStartedSection = loadable(() => import('./get-started.tsx'), 'locations');

/** Whether there is a list, and whether that and its code are loaded: what stands below it waits, so that nothing shifts. */
export function useGetStartedSection(): { readonly isShown: boolean; readonly isSettled: boolean } {
  const { list, isSettled } = useGetStarted();
  const [isLoaded, setLoaded] = useState(false);
  const isShown = list !== null;
  useEffect(() => {
    // What cannot be loaded says so where it is drawn.
    if (isShown)
      void GetStartedSection.load().then(
        () => setLoaded(true),
        () => setLoaded(true),
      );
  }, [isShown]);
  return { isShown, isSettled: isSettled && (!isShown || isLoaded) };
}
