/** The sentries a user may view, each with its location: what a policy can be backtested on. */
import type { LocationOut, SentryOut } from '@picket/contracts/types';
import { useMemo } from 'react';
import type { ApiError } from '../../lib/api.ts';
import { compareNames } from '../../lib/name-order.ts';
import { useText } from '../../lib/texts.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';

export interface SentryOption {
  readonly sentry: SentryOut;
  readonly location: LocationOut;
}

export interface SentryOptions {
  /** undefined: not known yet. In the order of locations and sentries by name; those never activated are left out. */
  readonly sentryOptions: readonly SentryOption[] | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

export function useSentryOptions(): SentryOptions {
  const sentries = useWholeList('GET /sentries');
  const locations = useWholeList('GET /locations');
  const { locale } = useText();
  const [all, places] = [sentries.data, locations.data];
  const sentryOptions = useMemo(() => {
    if (all === undefined || places === undefined) return undefined;
    const known = new Map(places.items.map((location) => [location.guid, location]));
    return all.items
      .flatMap((sentry): SentryOption[] => {
        const location = known.get(sentry.location);
        return location === undefined || sentry.activatedAt === undefined ? [] : [{ sentry, location }];
      })
      .sort(
        (a, b) =>
          compareNames(locale, a.location.name, b.location.name) || compareNames(locale, a.sentry.name, b.sentry.name),
      );
  }, [all, places, locale]);
  return {
    sentryOptions,
    error: sentryOptions === undefined ? (sentries.error ?? locations.error) : undefined,
    retry: () => {
      void sentries.mutate();
      void locations.mutate();
    },
  };
}

export const sentryOptionName = ({ sentry, location }: SentryOption): string => `${location.name} · ${sentry.name}`;
