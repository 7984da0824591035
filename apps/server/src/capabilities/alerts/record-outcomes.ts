/** The alerts' end of the pipeline: the monitor's outcomes become rows, in the transaction that steps the monitor. */
import type { RecordOutcomes } from '../monitoring/index.ts';
import { alertWrites, foldOwnChanges } from './alert-lifecycle.ts';
import type { OnAlertsChanged } from './alert-ports.ts';
import { applyChanges, insertRaised, insertSteps } from './alert-store.ts';

export const createRecordOutcomes =
  (changed: OnAlertsChanged): RecordOutcomes =>
  async (sql, batch, recordedAt) => {
    const writes = batch.map(({ sentry, watch, outcomes }) => ({
      sentry,
      ...foldOwnChanges(alertWrites(sentry.guid, watch, outcomes)),
    }));
    const raised = writes.flatMap(({ sentry, raised: alerts }) =>
      alerts.map((alert) => ({ ...alert, tenant: sentry.tenant, location: sentry.location })),
    );
    const inserted = await insertRaised(sql, raised, recordedAt);
    const updated = await applyChanges(
      sql,
      writes.flatMap((write) => write.changes),
      recordedAt,
    );
    await insertSteps(
      sql,
      writes.flatMap((write) => write.steps),
      recordedAt,
    );
    await changed(sql, [
      ...inserted.map((alert) => ({ alert, change: 'RAISED' as const })),
      ...[...new Set(updated)].map((alert) => ({ alert, change: 'CLEARED' as const })),
    ]);
  };
