/**
 * Reconciles a replay with the recorded alerts: missing alerts are added, changed ones are corrected, wrong ones are
 * withdrawn, and nothing that people were notified of is deleted (monitor rules: Running; Policies, overrides, changes).
 */
import { formatInstant, type Millis } from '@picket/domain';
import {
  type CompiledViolation,
  planReconciliation,
  type Reconciliation,
  type Transition,
  type ViolationState,
} from '@picket/monitor';
import type { Sql } from '../../../platform/db/database.ts';
import type { ReplayToReconcile } from '../../evaluation/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { getDoNotDisturbEnd } from '../do-not-disturb/mute-raised-alerts.ts';
import { getTimezones } from '../do-not-disturb/muted-alert-store.ts';
import { insertStep, insertSteps } from './alert-step-store.ts';
import type { AlertStepRow } from './alert-writes.ts';
import { clearAlertsOfRemovedViolations } from './cleared-alert-store.ts';
import { getEndState, toRaisedAlert } from './raised-alert.ts';
import { insertRaised } from './raised-alert-store.ts';
import { correctAlert, listRecordedAlerts, type RecordedAlert } from './recorded-alert-store.ts';
import { toTimelineSteps } from './timeline-steps.ts';

/** Writes the differences; returns the evaluation state, named by the raisedAt of the recorded alert. */
export async function reconcileReplay(
  sql: Sql,
  replay: ReplayToReconcile,
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<ViolationState> {
  const { sentry, compiled, replayed, from, readingsFrom, standing } = replay;
  const all = await listRecordedAlerts(sql, sentry.guid, compiled.key, Math.min(readingsFrom, from));
  const known = all
    .filter((alert) => alert.raisedAt === standing || (replay.covers(alert) && isInForce(alert, from)))
    // An open violation continues even if a person resolved its alert: it is not raised a second time.
    .map((alert) => (alert.raisedAt === standing ? { ...alert, endedAt: null, clearedAt: null } : alert));
  const { state, steps } = planReconciliation(replayed, known, { from, readingsFrom });
  for (const step of steps) {
    const alert = step.type === 'ADD' ? undefined : known.find((one) => one.raisedAt === step.known);
    if (step.type === 'ADD') await addMissingAlert(sql, replay, step, recordedAt, changed);
    else if (alert !== undefined && step.type === 'MOVE')
      await correctAlertTimes(sql, replay, alert, step, recordedAt, changed);
    else if (alert !== undefined) await withdrawAlert(sql, replay, alert, recordedAt, changed);
  }
  if (replay.reason === 'POLICY_EDIT') await insertEditSteps(sql, compiled, known, steps, recordedAt);
  return state;
}

/** Adds a timeline step to open alerts that the edit did not change. */
async function insertEditSteps(
  sql: Sql,
  { policy }: CompiledViolation,
  known: readonly RecordedAlert[],
  steps: readonly Reconciliation[],
  recordedAt: Millis,
): Promise<void> {
  const reconciled = new Set(steps.map((step) => (step.type === 'ADD' ? null : step.known)));
  for (const { guid, state, raisedAt } of known)
    if (state === 'OPEN' && !reconciled.has(raisedAt))
      await insertStep(sql, guid, { at: recordedAt, code: 'POLICY_EDITED', detail: { version: policy.version } });
}

/** An alert that ended before the definition came into force belongs to an earlier definition. */
const isInForce = ({ raisedAt, clearedAt, state }: RecordedAlert, from: Millis): boolean =>
  raisedAt >= from || clearedAt === null || clearedAt > from || state === 'OPEN';

async function addMissingAlert(
  sql: Sql,
  { sentry, compiled, reason }: ReplayToReconcile,
  { alert }: Extract<Reconciliation, { type: 'ADD' }>,
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  const identity = { sentryGuid: sentry.guid, violationKey: compiled.key, raisedAt: alert.raisedAt };
  const raising = alert.transitions.find(
    (one): one is Extract<Transition, { type: 'RAISED' }> => one.type === 'RAISED',
  );
  const startedAt = alert.startedAt ?? alert.raisedAt;
  const asRaised = raising ?? {
    type: 'RAISED' as const,
    at: alert.raisedAt,
    raisedAt: alert.raisedAt,
    startedAt,
    evidence: [],
  };
  const timezone = (await getTimezones(sql, [sentry.location])).get(sentry.location) ?? 'UTC';
  const backfilled = reason === 'LATE_READINGS';
  const mutedUntil = getDoNotDisturbEnd(compiled.policy.doNotDisturb, timezone, alert.raisedAt);
  const { activeResolution } = compiled.violation;
  const row = {
    ...toRaisedAlert(identity, compiled, { ...asRaised, at: alert.raisedAt }),
    tenant: sentry.tenant,
    location: sentry.location,
    startedAt,
    state: alert.clearedAt === null ? ('OPEN' as const) : getEndState(activeResolution),
    endedAt: alert.endedAt,
    clearedAt: alert.clearedAt,
    backfilled,
    mutedUntil,
  };
  const guids = await insertRaised(sql, [row], recordedAt);
  const step = (code: AlertStepRow['code'], at: Millis, detail: AlertStepRow['detail']): AlertStepRow => ({
    ...identity,
    at,
    code,
    detail,
  });
  const until = mutedUntil === null ? null : new Date(mutedUntil).toISOString();
  await insertSteps(
    sql,
    [
      ...alert.transitions.flatMap((transition) =>
        toTimelineSteps(identity, compiled, transition).map((one) =>
          one.code === 'RAISED' ? { ...one, at: alert.raisedAt } : one,
        ),
      ),
      backfilled
        ? step('BACKFILLED', recordedAt, {})
        : step('POLICY_EDITED', recordedAt, { version: compiled.policy.version }),
      ...(until === null ? [] : [step('MUTED', alert.raisedAt, { until })]),
    ],
    recordedAt,
  );
  await changed(
    sql,
    guids.map((guid) => ({ alert: guid, change: 'RAISED' as const })),
  );
}

async function correctAlertTimes(
  sql: Sql,
  { compiled, reason }: ReplayToReconcile,
  known: RecordedAlert,
  { alert }: Extract<Reconciliation, { type: 'MOVE' }>,
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  const isOver = alert.clearedAt !== null;
  const to = {
    raisedAt: alert.raisedAt,
    startedAt: alert.startedAt ?? known.startedAt,
    endedAt: alert.endedAt,
    clearedAt: alert.clearedAt,
    state: isOver ? getEndState(compiled.violation.activeResolution) : ('OPEN' as const),
  };
  // After an edit an open alert keeps its start, whatever the new definition gives.
  const isEdit = reason === 'POLICY_EDIT';
  const kept = isEdit ? { ...to, startedAt: known.startedAt } : to;
  await correctAlert(sql, known.guid, kept, { corrected: !isEdit, withdrawn: false }, recordedAt);
  if (isEdit && !isOver)
    await insertStep(sql, known.guid, {
      at: recordedAt,
      code: 'POLICY_EDITED',
      detail: { version: compiled.policy.version },
    });
  else
    await insertStep(sql, known.guid, {
      at: recordedAt,
      code: 'CORRECTED',
      detail: {
        what: 'TIMES',
        raisedAt: formatInstant(alert.raisedAt),
        clearedAt: alert.clearedAt === null ? null : formatInstant(alert.clearedAt),
      },
    });
  const wasOpen = known.state === 'OPEN';
  await changed(sql, [{ alert: known.guid, change: isOver && wasOpen ? 'CLEARED' : 'UPDATED' }]);
}

async function withdrawAlert(
  sql: Sql,
  { sentry, compiled, reason }: ReplayToReconcile,
  known: RecordedAlert,
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  if (reason === 'POLICY_EDIT') {
    // Alerts of the old definition were right at the time; those still open end with it.
    if (known.state !== 'OPEN') return;
    const ended = await clearAlertsOfRemovedViolations(
      sql,
      sentry.guid,
      [compiled.key],
      Math.max(recordedAt, known.raisedAt),
    );
    await changed(
      sql,
      ended.map((alert) => ({ alert, change: 'CLEARED' as const })),
    );
    return;
  }
  const clearedAt = known.clearedAt ?? recordedAt;
  await correctAlert(
    sql,
    known.guid,
    { ...known, state: 'CLEARED', endedAt: known.endedAt ?? clearedAt, clearedAt },
    { corrected: false, withdrawn: true },
    recordedAt,
  );
  await insertStep(sql, known.guid, { at: recordedAt, code: 'WITHDRAWN' });
  await changed(sql, [{ alert: known.guid, change: known.state === 'OPEN' ? 'CLEARED' : 'UPDATED' }]);
}
