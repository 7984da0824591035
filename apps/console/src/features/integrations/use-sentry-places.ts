import { useApi } from '../../lib/api.ts';

/** Names and locations of sentries, by guid: the first 500. */
export type SentryPlaces = ReadonlyMap<string, { readonly name: string; readonly location: string }>;

export const useSentryPlaces = (): SentryPlaces =>
  new Map(useApi('GET /sentries', { query: { limit: 500 } }).data?.items.map((sentry) => [sentry.guid, sentry]));
