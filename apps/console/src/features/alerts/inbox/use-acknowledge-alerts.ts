/** Acknowledges several alerts and says what became of each. */
import { MAX_ACKNOWLEDGED } from '@picket/contracts/alert-inbox';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AlertOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api, refresh } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { showErrorToast, showToast } from '../../../ui/toasts.ts';

type Result = ResponseOf<'POST /alerts/acknowledge'>['items'][number];

/** An alert that this person did not acknowledge, and why. */
export interface NotAcknowledged {
  readonly alert: AlertOut;
  readonly reason: Exclude<Result['result'], 'ACKNOWLEDGED'> | 'NOT_ASKED';
  /** Who was first. */
  readonly by?: string;
}

export interface AcknowledgeOutcome {
  readonly all: number;
  readonly failed: readonly NotAcknowledged[];
}

export function useAcknowledgeAlerts(onDone: () => void) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<AcknowledgeOutcome | null>(null);
  const run = async (alerts: readonly AlertOut[]): Promise<void> => {
    if (busy || alerts.length === 0) return;
    setBusy(true);
    const results = await acknowledgeAll(alerts.map(({ guid }) => guid));
    await Promise.all([refresh('GET /views/alerts'), refresh('GET /alerts')]);
    setBusy(false);
    const failed = alerts.flatMap((alert) => toFailure(alert, results.get(alert.guid)));
    if (failed.length < alerts.length) showToast(t('inbox.acknowledged', { count: alerts.length - failed.length }));
    setOutcome(failed.length === 0 ? null : { all: alerts.length, failed });
    if (!failed.some(({ reason }) => reason === 'NOT_ASKED')) onDone();
  };
  return { busy, outcome, dismiss: () => setOutcome(null), run };
}

function toFailure(alert: AlertOut, result: Result | undefined): readonly NotAcknowledged[] {
  if (result === undefined) return [{ alert, reason: 'NOT_ASKED' }];
  if (result.result === 'ACKNOWLEDGED') return [];
  return [{ alert, reason: result.result, ...(result.result === 'NOT_FOUND' ? {} : { by: result.by }) }];
}

/** By guid; those of a request that failed, and of the requests after it, are missing. */
async function acknowledgeAll(guids: readonly string[]): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, Result>();
  try {
    for (let start = 0; start < guids.length; start += MAX_ACKNOWLEDGED) {
      const body = { alerts: guids.slice(start, start + MAX_ACKNOWLEDGED) };
      for (const item of (await api('POST /alerts/acknowledge', { body })).items) results.set(item.guid, item);
    }
  } catch (error) {
    showErrorToast(error);
  }
  return results;
}
