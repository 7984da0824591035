/** The sentries somebody may see, each with where it is: whom a rule can be tried on. */
import type { LocationOut, SentryOut } from '@picket/contracts';
import { useMemo } from 'react';
import { useApi } from '../../lib/api.ts';

export interface Site {
  readonly sentry: SentryOut;
  readonly location: LocationOut;
}

/** undefined: not known yet. In the order of locations and sentries by name; those never activated have nothing to show. */
export function useSites(): readonly Site[] | undefined {
  const { data: sentries } = useApi('GET /sentries', { query: { limit: 500 } });
  const { data: locations } = useApi('GET /locations', { query: { limit: 500 } });
  return useMemo(() => {
    if (sentries === undefined || locations === undefined) return undefined;
    const places = new Map(locations.items.map((location) => [location.guid, location]));
    return sentries.items
      .flatMap((sentry): Site[] => {
        const location = places.get(sentry.location);
        return location === undefined || sentry.activatedAt === undefined ? [] : [{ sentry, location }];
      })
      .sort(
        (a, b) => a.location.name.localeCompare(b.location.name) || a.sentry.name.localeCompare(b.sentry.name),
      );
  }, [sentries, locations]);
}

export const siteName = ({ sentry, location }: Site): string => `${location.name} · ${sentry.name}`;
