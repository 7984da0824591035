/** What the page of a policy shows. */
import type { PolicyOut } from '@picket/contracts/types';
import { type ApiError, useApi } from '../../../lib/api.ts';
import { useWholeList } from '../../../lib/use-whole-list.ts';
import { type SentryOptions, useSentryOptions } from '../use-sentry-options.ts';

export interface PolicyPageData {
  /** undefined: not loaded yet, or a new one. */
  readonly policy: PolicyOut | undefined;
  /** Why there is no policy. */
  readonly error: ApiError | undefined;
  readonly retry: () => void;
  /** The names of the other policies; empty if they could not be loaded. undefined: not loaded yet. */
  readonly names: readonly string[] | undefined;
  readonly sentries: SentryOptions;
}

/** `guid` null: a new policy. */
export function usePolicyPage(guid: string | null): PolicyPageData {
  const { data, error, mutate } = useApi('GET /policies/{guid}', guid === null ? null : { params: { guid } });
  const all = useWholeList('GET /policies');
  const others = all.data?.items.filter((one) => one.guid !== guid).map(({ name }) => name);
  return {
    policy: data,
    error: data === undefined ? error : undefined,
    retry: () => void mutate(),
    names: others ?? (all.error === undefined ? undefined : []),
    sentries: useSentryOptions(),
  };
}
