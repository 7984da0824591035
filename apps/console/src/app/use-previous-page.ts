/** The page before this one, for the back button; a page opened by its address leads to the locations. */
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Visit {
  readonly path: string;
  readonly label: string;
}

const HOME: Visit = { path: '/locations', label: 'Locations' };
const trail: Visit[] = [];

export function usePreviousPage(fallbackLabel: string): Visit {
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  const isReplaced = useNavigationType() === 'REPLACE';
  useEffect(() => {
    const known = trail.findIndex((visit) => visit.path === path);
    if (known >= 0) trail.splice(known + 1);
    else {
      // A finished form makes way for what it made.
      if (isReplaced) trail.pop();
      trail.push({ path, label: fallbackLabel });
    }
    // Pages know their own name only once they are loaded.
    const title = document.querySelector('title');
    if (title === null) return;
    const rename = (): void => {
      const label = document.title.replace(/ · Picket$/u, '').replace(/^\(\d+\) /u, '');
      const index = trail.findIndex((visit) => visit.path === path);
      if (index >= 0 && label !== 'Picket') trail[index] = { path, label };
    };
    rename();
    const observer = new MutationObserver(rename);
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [path, fallbackLabel, isReplaced]);
  const here = trail.findIndex((visit) => visit.path === path);
  // Drawn before the trail knows of it: a page that replaces another stands where that one stood.
  const place = here >= 0 ? here : isReplaced ? trail.length - 1 : trail.length;
  return trail[place - 1] ?? HOME;
}
