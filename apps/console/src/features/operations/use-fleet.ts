/** The sentries and the usage of all organizations. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';
import { usePages } from '../../lib/use-pages.ts';

const FLEET = 'GET /metrics/sentries';

/** Who is online changes while the list is read. */
const REFRESH_MS = 30_000;

/** Today is counted every five minutes, and another day begins. */
const USAGE_REFRESH_MS = 60_000;

const NO_FILTER = { search: '', silentFor: '', softwareVersion: '' };

export type FleetChoice = Readonly<typeof NO_FILTER>;

export function useFleet() {
  const [chosen, setChosen] = useState<FleetChoice>(NO_FILTER);
  const [search] = useDebouncedValue(chosen.search.trim(), SEARCH_DELAY_MS);
  const { silentFor, softwareVersion } = chosen;
  const summary = useApi(FLEET, { query: { limit: 1 } });
  const query = {
    limit: 50,
    ...(search === '' ? {} : { search }),
    ...(silentFor === '' ? {} : { silentFor: Number(silentFor) }),
    ...(softwareVersion === '' ? {} : { softwareVersion }),
  };
  const pages = usePages(FLEET, { query }, { refreshInterval: REFRESH_MS });
  // The list and the versions above it appear together, so that nothing shifts.
  const isReady =
    (summary.data !== undefined || summary.error !== undefined) &&
    (pages.items !== undefined || pages.error !== undefined);
  return { chosen, setChosen, versions: summary.data?.versions ?? [], pages, isReady };
}

export type Fleet = ReturnType<typeof useFleet>;

/** `days`: how many, up to today, which is there once it is counted. */
export const useUsage = (days: number) =>
  useApi('GET /metrics/usage', { query: { days } }, { refreshInterval: USAGE_REFRESH_MS });
