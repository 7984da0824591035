import { useWholeList } from '../../lib/use-whole-list.ts';

/** Names and locations of sentries, by guid. */
export type SentryPlaces = ReadonlyMap<string, { readonly name: string; readonly location: string }>;

export const useSentryPlaces = (): SentryPlaces =>
  new Map(useWholeList('GET /sentries').data?.items.map((sentry) => [sentry.guid, sentry]));
