import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import type { SentryOption } from './use-sentry-options.ts';

/** The sentry to backtest on: the one chosen, else the one with most alerts, else the first. */
export function useSelectedSentry(policy: string | null, sentryOptions: readonly SentryOption[]) {
  const [chosen, choose] = useState<string | null>(null);
  const { data, error } = useApi('GET /alerts', policy === null ? null : { query: { policy, limit: 200 } }, {
    revalidateOnFocus: false,
  });
  const counts = Map.groupBy(data?.items ?? [], ({ sentry }) => sentry?.guid ?? '');
  const [usual] = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([sentry]) => sentry);
  const find = (guid: string | null | undefined): SentryOption | undefined =>
    sentryOptions.find(({ sentry }) => sentry.guid === guid);
  return {
    // Until its alerts are loaded there is no choice: the backtest would run twice.
    sentryOption: policy !== null && !data && !error ? null : (find(chosen) ?? find(usual) ?? sentryOptions[0] ?? null),
    choose,
  };
}
