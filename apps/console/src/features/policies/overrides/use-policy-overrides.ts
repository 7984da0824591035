/** The overrides of a policy, by location, as far as they match what is searched for. */
import type { OverrideOut, PolicyCardOut, PolicyOut } from '@picket/contracts/types';
import { useState } from 'react';
import { type ApiError, useApi } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
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

function useOverridePages(policy: string): PolicyOverrides {
  const pages = usePages('GET /policies/{guid}/overrides', { params: { guid: policy }, query: { limit: 500 } });
  const [search, setSearch] = useState('');
  const { locale } = useText();
  const items: readonly OverrideOut[] | undefined = pages.items;
  return {
    groups: items === undefined ? undefined : groupOverrides(items, search, locale),
    count: items?.length ?? 0,
    search,
    setSearch,
    pages,
  };
}

export interface OverriddenPolicy {
  /** undefined: not loaded yet. */
  readonly policy: PolicyOut | undefined;
  /** Where it is in force; null: not known. undefined: not loaded yet. */
  readonly card: PolicyCardOut | null | undefined;
  readonly overrides: PolicyOverrides;
  /** Why the policy or its overrides are missing. */
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** A policy with its overrides. */
export function usePolicyOverrides(guid: string): OverriddenPolicy {
  const { data: policy, error, mutate } = useApi('GET /policies/{guid}', { params: { guid } });
  const cards = useApi('GET /views/policies', {});
  const overrides = useOverridePages(guid);
  const { pages } = overrides;
  const isMissing = policy === undefined || pages.items === undefined;
  return {
    policy,
    card: cards.data?.items.find((one) => one.guid === guid) ?? (cards.data || cards.error ? null : undefined),
    overrides,
    error: isMissing ? (error ?? pages.error) : undefined,
    retry: () => void Promise.all([mutate(), pages.reload()]),
  };
}
