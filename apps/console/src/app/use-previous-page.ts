/** The previous page, for the back button; after opening an address directly, the locations. */
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { forgetWithOwner } from '../lib/owner-memory.ts';
import { useText } from '../lib/texts.ts';

interface Visit {
  readonly pathname: string;
  /** Path and query. */
  readonly path: string;
  readonly label: string;
}

const HOME = { pathname: '/locations', path: '/locations' };
const visits: Visit[] = [];
forgetWithOwner(() => void visits.splice(0));

/** Visits are compared without their query: another time range or filter is the same page. */
const visitIndexOf = (pathname: string): number => visits.findIndex((visit) => visit.pathname === pathname);

export function usePreviousPage(fallbackLabel: string): Visit {
  const t = useText();
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  const isReplaced = useNavigationType() === 'REPLACE';
  useEffect(() => {
    const knownIndex = visitIndexOf(pathname);
    if (knownIndex >= 0) {
      visits.splice(knownIndex + 1);
      visits[knownIndex] = { pathname, path, label: fallbackLabel };
    } else {
      // A submitted form is replaced by the page of what it created.
      if (isReplaced) visits.pop();
      visits.push({ pathname, path, label: fallbackLabel });
    }
    // Pages set their title once they are loaded.
    const title = document.querySelector('title');
    if (title === null) return;
    const rename = (): void => {
      const label = document.title.replace(/ · Picket$/u, '').replace(/^\(\d+\) /u, '');
      const index = visitIndexOf(pathname);
      if (index >= 0 && label !== 'Picket') visits[index] = { pathname, path, label };
    };
    rename();
    const observer = new MutationObserver(rename);
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [pathname, path, fallbackLabel, isReplaced]);
  const currentIndex = visitIndexOf(pathname);
  // The first render comes before the effect: a page that replaces another takes its index.
  const index = currentIndex >= 0 ? currentIndex : isReplaced ? visits.length - 1 : visits.length;
  return visits[index - 1] ?? { ...HOME, label: t('shell.page.locations') };
}
