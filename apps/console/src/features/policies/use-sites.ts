/** The sentries somebody may see, each with where it is: whom a rule can be tried on. */
import type { LocationOut, SentryOut } from '@picket/contracts';
import { useMemo } from 'react';
import { type ApiError, useApi } from '../../lib/api.ts';

export interface Site {
  readonly sentry: SentryOut;
  readonly location: LocationOut;
}

export interface Sites {
  /** undefined: not known yet. In the order of locations and sentries by name; those never activated have nothing to show. */
  readonly sites: readonly Site[] | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

export function useSites(): Sites {
  const sentries = useApi('GET /sentries', { query: { limit: 500 } });
  const locations = useApi('GET /locations', { query: { limit: 500 } });
  const [all, places] = [sentries.data, locations.data];
  const sites = useMemo(() => {
    if (all === undefined || places === undefined) return undefined;
    const known = new Map(places.items.map((location) => [location.guid, location]));
    return all.items
      .flatMap((sentry): Site[] => {
        const location = known.get(sentry.location);
        return location === undefined || sentry.activatedAt === undefined ? [] : [{ sentry, location }];
      })
      .sort((a, b) => a.location.name.localeCompare(b.location.name) || a.sentry.name.localeCompare(b.sentry.name));
  }, [all, places]);
  return {
    sites,
    error: sites === undefined ? (sentries.error ?? locations.error) : undefined,
    retry: () => {
      void sentries.mutate();
      void locations.mutate();
    },
  };
}

export const siteName = ({ sentry, location }: Site): string => `${location.name} · ${sentry.name}`;
