/** The alerts of all locations by the filter, which is part of the address, so that it can be shared. Events keep them current. */
import { useDebouncedValue } from '@mantine/hooks';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useSearchParams } from 'react-router';
import { useAddressText } from '../../../lib/address-text.ts';
import { API_BASE } from '../../../lib/api.ts';
import { SEARCH_DELAY_MS } from '../../../lib/search-delay.ts';
import { usePages } from '../../../lib/use-pages.ts';
import { type InboxChoice, type InboxFilterName, MAX_SEARCH, readChoice, toInboxQuery } from './inbox-filter.ts';

const PAGE_SIZE = 50;
/** Ages and whether sentries are offline change without an event. */
const REFRESH_MS = 60_000;

export type InboxCounts = ResponseOf<'GET /views/alerts'>['counts'];

export function useInbox() {
  const [params, setParams] = useSearchParams();
  const stored = readChoice(params);
  const [search, setSearch] = useAddressText(stored.search, (typed) => typed.trim().slice(0, MAX_SEARCH));
  const [settledSearch] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const choice: InboxChoice = { ...stored, search };
  const query = toInboxQuery({ ...stored, search: settledSearch });
  const pages = usePages(
    'GET /views/alerts',
    { query: { limit: PAGE_SIZE, ...query } },
    { refreshInterval: REFRESH_MS },
  );
  const change = (name: InboxFilterName, value: string): void => {
    if (name === 'search') setSearch(value);
    const next = new URLSearchParams(params);
    if (value.trim() === '') next.delete(name);
    else next.set(name, value.trim());
    setParams(next, { replace: true });
  };
  const clear = (): void => {
    setSearch('');
    setParams({}, { replace: true });
  };
  return {
    choice,
    /** Undefined: of all states. */
    state: query.state,
    pages,
    counts: pages.firstPage?.counts,
    change,
    clear,
    exportUrl: `${API_BASE}/alerts/export?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  };
}

export type Inbox = ReturnType<typeof useInbox>;
