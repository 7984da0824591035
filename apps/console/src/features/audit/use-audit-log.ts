/** The audit log by its filter, which is part of the address, so that it can be shared. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';
import { usePages } from '../../lib/use-pages.ts';

const DAY_MS = 86_400_000;

type FilterName = 'search' | 'action' | 'from' | 'to';

/** Days as the viewer's calendar has them. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(new Date(`${day}T00:00:00`).getTime() + DAY_MS).toISOString();

export function useAuditLog() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const action = params.get('action') ?? '';
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const filter: Readonly<Record<string, string>> = {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(action === '' ? {} : { action }),
    ...(from === '' ? {} : { from: startOf(from) }),
    ...(to === '' ? {} : { to: endOf(to) }),
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
