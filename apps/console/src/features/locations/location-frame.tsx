/** Shared parts of location pages: header with local time, tabs, loading and error states. */
import type { LocationOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { type ApiError, problemText } from '../../lib/api.ts';
import { formatTime, timezoneNote } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { Problem } from '../../ui/problem.tsx';
import { useProfile } from '../session/index.ts';
import './location-frame.css';

interface HeadProps {
  readonly location: LocationOut | undefined;
  /** The page, where it is not the location's first. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function LocationHead({ location, title, children }: HeadProps) {
  return (
    <div className="row location-title">
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
      <span className="grow" />
      {children}
    </div>
  );
}

function LocalClock({ timezone }: { readonly timezone: string }) {
  const now = useNow();
  return (
    <>
      {formatTime(now, timezone)} {timezoneNote(timezone)}
    </>
  );
}

export function LocationTabs({ id }: { readonly id: string }) {
  const { permissions, tenant } = useProfile();
  const isDemo = tenant.demo && isLocationAdmin(permissions, id);
  const pages: readonly (readonly [path: string, label: string])[] = [
    ['', 'Now'],
    ['/today', 'Today'],
    ['/history', 'History'],
    ['/calendar', 'Calendar'],
    ['/settings', 'Settings'],
    ...(isDemo ? ([['/demo', 'Demo']] as const) : []),
  ];
  // On a phone the way to the page one is on may lie beyond the edge.
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <nav ref={nav} className="location-tabs" aria-label="This location">
      {pages.map(([path, label]) => (
        <NavLink key={label} to={`/locations/${id}${path}`} end={path === ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** Until the location is known; it fills the page, so that nothing of it is seen to move. */
export function LocationSkeleton() {
  return (
    <div className="location-skeleton" role="status" aria-label="Loading the location">
      <div className="skeleton" style={{ height: 36, maxWidth: 420 }} />
      <div className="skeleton" style={{ height: 480 }} />
    </div>
  );
}

/** Missing locations and missing permissions look the same. */
export function LocationProblem({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const isAbsent = error.status === 404 || error.status === 400;
  return (
    <Problem
      title={isAbsent ? 'Location not found' : 'The location could not be loaded'}
      text={isAbsent ? 'It was deleted, or you have no access to it.' : problemText(error)}
      {...(isAbsent ? {} : { onRetry })}
      isPage
      home="/locations"
    />
  );
}
