/** Shared parts of location pages: header with local time, tabs, loading and error states. */
import type { LocationOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, NavLink } from 'react-router';
import { type ApiError, problemText, useCached } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { useProfile } from '../session/index.ts';
import styles from './location-frame.module.css';

/** The title of the browser tab: the location, and the page of it. */
export function useLocationTitle(location: LocationOut | undefined, page: string): void {
  const t = useText();
  useTitle(location === undefined ? page : t('locations.pageOf', { location: location.name, page }));
}

interface HeadProps {
  readonly location: LocationOut | undefined;
  /** The page, where it is not the location's first. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function LocationHead({ location, title, children }: HeadProps) {
  return (
    <div className={`row ${styles.title}`}>
      <h1>
        {location?.name ?? ' '}
        {title !== undefined && <span className="muted"> · {title}</span>}
      </h1>
      {location && (
        <span className="muted num">
          <LocalClock timezone={location.timezone} />
          {location.address && ` · ${location.address}`}
        </span>
      )}
      {location && <Maintenance location={location.guid} />}
      <span className="grow" />
      {children}
    </div>
  );
}

/** That maintenance is on, as the location's first page has found: nobody is notified of what is raised here. */
function Maintenance({ location }: { readonly location: string }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const until = useCached('GET /views/locations/{guid}', { params: { guid: location } })?.maintenanceUntil;
  const left = until === undefined ? 0 : Date.parse(until) - now;
  if (left <= 0) return null;
  return (
    <Link to={`/locations/${location}/settings/maintenance`} title={t('locations.maintenanceText')}>
      <StateBadge state="warning" label={t('locations.maintenance', { duration: formats.duration(left) })} />
    </Link>
  );
}

function LocalClock({ timezone }: { readonly timezone: string }) {
  const formats = useFormats(timezone);
  const now = useNow();
  return (
    <>
      {formats.time(now)} {formats.timezoneNote()}
    </>
  );
}

export function LocationTabs({ id }: { readonly id: string }) {
  const t = useText();
  const { permissions, tenant } = useProfile();
  const isDemo = tenant.demo && isLocationAdmin(permissions, id);
  const pages: readonly (readonly [path: string, label: string])[] = [
    ['', t('locations.now')],
    ['/live', t('shell.page.live')],
    ['/today', t('shell.page.today')],
    ['/history', t('shell.page.history')],
    ['/calendar', t('shell.page.calendar')],
    ['/settings', t('shell.page.settings')],
    ...(isDemo ? ([['/demo', t('shell.page.demo')]] as const) : []),
  ];
  // On a phone the way to the page one is on may lie beyond the edge.
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const tabs = nav.current;
    const current = tabs?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    if (tabs === null || current === undefined) return;
    const { left, right } = tabs.getBoundingClientRect();
    // Sideways alone: the page stays at its top.
    if (current.right > right) tabs.scrollLeft += current.right - right;
    else if (current.left < left) tabs.scrollLeft -= left - current.left;
  }, []);
  return (
    <nav ref={nav} className={styles.tabs} aria-label={t('locations.tabs')}>
      {pages.map(([path, label]) => (
        <NavLink key={path} to={`/locations/${id}${path}`} end={path === ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** Until the location is known; it fills the page, so that nothing of it is seen to move. */
export function LocationSkeleton() {
  const t = useText();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('locations.loading')}>
      <div className="skeleton" style={{ height: 36, maxWidth: 420 }} />
      <div className="skeleton" style={{ height: 480 }} />
    </div>
  );
}

/** Missing locations and missing permissions look the same. */
export function LocationProblem({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const t = useText();
  const isAbsent = error.status === 404 || error.status === 400;
  return (
    <Problem
      title={isAbsent ? t('locations.notFound') : t('locations.loadProblem')}
      text={isAbsent ? t('locations.notFoundText') : problemText(error)}
      {...(isAbsent ? {} : { onRetry })}
      isPage
      home="/locations"
    />
  );
}
