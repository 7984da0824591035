/** The page before this one, for the back button; a page opened by its address leads to the locations. */
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Visit {
  readonly pathname: string;
  /** With its query. */
  readonly path: string;
  readonly label: string;
}

const HOME: Visit = { pathname: '/locations', path: '/locations', label: 'Locations' };
const trail: Visit[] = [];

/** Another stretch of time, another filter: still the same page. */
const placeOf = (pathname: string): number => trail.findIndex((visit) => visit.pathname === pathname);

export function usePreviousPage(fallbackLabel: string): Visit {
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  const isReplaced = useNavigationType() === 'REPLACE';
  useEffect(() => {
    const known = placeOf(pathname);
    if (known >= 0) {
      trail.splice(known + 1);
      trail[known] = { pathname, path, label: fallbackLabel };
    } else {
      // A finished form makes way for what it made.
      if (isReplaced) trail.pop();
      trail.push({ pathname, path, label: fallbackLabel });
    }
    // Pages know their own name only once they are loaded.
    const title = document.querySelector('title');
    if (title === null) return;
    const rename = (): void => {
      const label = document.title.replace(/ · Picket$/u, '').replace(/^\(\d+\) /u, '');
      const index = placeOf(pathname);
      if (index >= 0 && label !== 'Picket') trail[index] = { pathname, path, label };
    };
    rename();
    const observer = new MutationObserver(rename);
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [pathname, path, fallbackLabel, isReplaced]);
  const here = placeOf(pathname);
  // Drawn before the trail knows of it: a page that replaces another stands where that one stood.
  const place = here >= 0 ? here : isReplaced ? trail.length - 1 : trail.length;
  return trail[place - 1] ?? HOME;
}
