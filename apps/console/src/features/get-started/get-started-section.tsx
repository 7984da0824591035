/** The get-started list as a page shows it: its code is loaded for those who have it. */
import { useEffect, useState } from 'react';
import { loadable } from '../../lib/loadable.tsx';
import { pageParsed } from '../../lib/page-parsed.ts';
import { peekPreloaded } from '../../lib/preloaded-responses.ts';
import { useGetStarted } from './use-get-started.ts';

export const GetStartedSection = loadable(() => import('./get-started.tsx'), 'locations');

/** Loads what draws the list that came with the page. */
export async function loadBroughtSteps(): Promise<void> {
  await pageParsed();
  // Where it cannot be loaded, the list says so.
  if (peekPreloaded('GET /views/get-started', {})?.isClosed === false) await GetStartedSection.load().catch(() => {});
}

/** Whether there is a list, and whether that and its code are loaded: what stands below it waits, so that nothing shifts. */
export function useGetStartedSection(): { readonly isShown: boolean; readonly isSettled: boolean } {
  const { list, isSettled } = useGetStarted();
  const [isLoaded, setLoaded] = useState(GetStartedSection.isLoaded);
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
