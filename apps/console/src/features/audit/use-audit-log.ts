/** The audit log by its filter, which is part of the address, so that it can be shared. */
import { useDebouncedValue } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { useAddressText } from '../../lib/address-text.ts';
import { endOfDay, startOfDay } from '../../lib/calendar-days.ts';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';
import { usePages } from '../../lib/use-pages.ts';

type FilterName = 'search' | 'action' | 'from' | 'to';

export function useAuditLog() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useAddressText(params.get('search') ?? '', (typed) => typed.trim());
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const action = params.get('action') ?? '';
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const [start, end] = [startOfDay(from), endOfDay(to)];
  const filter: Readonly<Record<string, string>> = {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(action === '' ? {} : { action }),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  };
  const pages = usePages('GET /audit', { query: { limit: 50, ...filter } });
  const change = (name: FilterName, value: string): void => {
    if (name === 'search') setSearch(value);
    const next = new URLSearchParams(params);
    if (value.trim() === '') next.delete(name);
    else next.set(name, value.trim());
    setParams(next, { replace: true });
  };
  return { chosen: { search, action, from, to }, filter, pages, change };
}

export type AuditFilter = ReturnType<typeof useAuditLog>;
