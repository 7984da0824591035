import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import type { SentryOption } from './use-sentry-options.ts';
import { keptUsualSentry, type UsualSentry } from './usual-sentry.ts';

/** The sentry to backtest on: the one chosen, else the one with most alerts, else the first. */
export function useSelectedSentry(policy: string | null, sentryOptions: readonly SentryOption[]) {
  const [chosen, choose] = useState<string | null>(null);
  const { data, error } = useApi('GET /alerts', policy === null ? null : { query: { policy, limit: 200 } }, {
    revalidateOnFocus: false,
    keepPreviousData: false,
  });
  const [kept, setKept] = useState<UsualSentry | null>(null);
  const usual = keptUsualSentry(kept, policy, data?.items ?? (error === undefined ? undefined : []));
  if (usual !== kept) setKept(usual);
  const find = (guid: string | null | undefined): SentryOption | undefined =>
    sentryOptions.find(({ sentry }) => sentry.guid === guid);
  return {
    // Until its alerts are loaded there is no choice: the backtest would run twice.
    sentryOption:
      policy !== null && usual === null ? null : (find(chosen) ?? find(usual?.sentry) ?? sentryOptions[0] ?? null),
    choose,
  };
}
