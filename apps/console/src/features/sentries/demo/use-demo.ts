/** The simulated sentries of a location, and the scenarios they play. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { DemoScenarioName } from '@picket/domain/scenario-table';
import { useState } from 'react';
import { api, useApi } from '../../../lib/api.ts';
import { showErrorToast } from '../../../ui/toasts.ts';

type DemoState = ResponseOf<'GET /locations/{guid}/demo'>;
export type SimulatedState = DemoState['items'][number];

const POLL_INTERVAL_MS = 10_000;

export const useDemo = (location: string) =>
  useApi('GET /locations/{guid}/demo', { params: { guid: location } }, { refreshInterval: POLL_INTERVAL_MS });

/** `null` as a scenario: back to normal. */
export function useScenario(location: string, sentry: string, onState: (state: DemoState) => void) {
  const [busy, setBusy] = useState<DemoScenarioName | 'none' | null>(null);
  const start = async (scenario: DemoScenarioName | null): Promise<void> => {
    setBusy(scenario ?? 'none');
    try {
      onState(await api('POST /locations/{guid}/demo', { params: { guid: location }, body: { scenario, sentry } }));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, start };
}
