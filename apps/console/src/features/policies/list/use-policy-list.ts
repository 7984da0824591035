/** What the page of all policies shows. */
import type { PolicyCardOut } from '@picket/contracts/types';
import { type ApiError, useApi } from '../../../lib/api.ts';
import { type SentryOption, useSentryOptions } from '../use-sentry-options.ts';

export interface PolicyListData {
  /** undefined: not loaded yet. */
  readonly policies: readonly PolicyCardOut[] | undefined;
  /** What can be simulated on; none if they could not be loaded. undefined: not loaded yet. */
  readonly sentryOptions: readonly SentryOption[] | undefined;
  /** Why there are no policies. */
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

export function usePolicyList(): PolicyListData {
  const { data, error, mutate } = useApi('GET /views/policies', {});
  const { sentryOptions, error: unknown } = useSentryOptions();
  return {
    policies: data?.items,
    sentryOptions: sentryOptions ?? (unknown === undefined ? undefined : []),
    error: data === undefined ? error : undefined,
    retry: () => void mutate(),
  };
}
