/** The overrides of a policy, by location, as far as they match what is searched for. */
import type { OverrideOut } from '@picket/contracts/types';
import { useState } from 'react';
import { usePages } from '../../../lib/use-pages.ts';
import { groupOverrides, type OverrideGroup } from './override-groups.ts';

export interface PolicyOverrides {
  /** undefined: not loaded yet. */
  readonly groups: readonly OverrideGroup[] | undefined;
  /** How many are loaded, whatever is searched for. */
  readonly count: number;
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly pages: ReturnType<typeof usePages<'GET /policies/{guid}/overrides'>>;
}

export function usePolicyOverrides(policy: string): PolicyOverrides {
  const pages = usePages('GET /policies/{guid}/overrides', { params: { guid: policy }, query: { limit: 500 } });
  const [search, setSearch] = useState('');
  const items: readonly OverrideOut[] | undefined = pages.items;
  return {
    groups: items === undefined ? undefined : groupOverrides(items, search),
    count: items?.length ?? 0,
    search,
    setSearch,
    pages,
  };
}
