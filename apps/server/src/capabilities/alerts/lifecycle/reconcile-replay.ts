/**
 * Reconciles a replay with the recorded alerts: missing alerts are added, changed ones are corrected, wrong ones are
 * withdrawn, and nothing that people were notified of is deleted (monitor rules: Running; Policies, overrides, changes).
 */
import { formatInstant, type Millis } from '@picket/domain/time';
import {
  type CompiledViolation,
  planReconciliation,
  type Reconciliation,
  type Transition,
  type ViolationState,
} from '@picket/monitor';
import type { Sql } from '../../../platform/db/database.ts';
import type { ReplayToReconcile } from '../../evaluation/index.ts';
import { changesIn, changesOf, type OnAlertsChanged } from '../alert-ports.ts';
import { getDoNotDisturbEnd } from '../do-not-disturb/mute-raised-alerts.ts';
import { getTimezones } from '../do-not-disturb/muted-alert-store.ts';
import { insertStep, insertSteps } from '../timeline/alert-step-store.ts';
import type { AlertIdentity, AlertStepRow } from '../timeline/alert-writes.ts';
import { toTimelineSteps } from '../timeline/timeline-steps.ts';
import { clearAlertsOfRemovedViolations } from './cleared-alert-store.ts';
import { getEndState, toRaisedAlert } from './raised-alert.ts';
import { insertRaised } from './raised-alert-store.ts';
import { correctAlert, listRecordedAlerts, type RecordedAlert } from './recorded-alert-store.ts';

/** Writes the differences; returns the evaluation state, named by the raisedAt of the recorded alert. */
export async function reconcileReplay(
  sql: Sql,
  replay: ReplayToReconcile,
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<ViolationState> {
  const { sentry, compiled, replayed, from, readingsFrom, standing, active } = replay;
  // A definition that was never edited is in force since ever: what the replay does not cover is not read.
  const since = from === Number.NEGATIVE_INFINITY ? readingsFrom : Math.min(readingsFrom, from);
  const all = await listRecordedAlerts(sql, sentry.tenant, sentry.guid, compiled.key, since);
  const known = all
    .filter(
      (alert) =>
        alert.raisedAt === standing ||
        isClosedButActive(replay, alert) ||
        (replay.covers(alert) && isInForce(alert, from)),
    )
    // An open violation continues even if a person resolved its alert: it is not raised a second time.
    .map((alert) => (alert.raisedAt === standing ? { ...alert, endedAt: null, clearedAt: null } : alert))
    .map((alert) => (alert.raisedAt === active ? { ...alert, overAt: null } : alert));
  const { state, steps } = planReconciliation(replayed, known, { from, readingsFrom });
  for (const step of steps) {
    const alert = step.type === 'ADD' ? undefined : known.find((one) => one.raisedAt === step.known);
    if (step.type === 'ADD') await addMissingAlert(sql, replay, step, recordedAt, changed);
    else if (alert !== undefined && step.type === 'MOVE')
      await correctAlertTimes(sql, replay, alert, step, recordedAt, changed);
    else if (alert !== undefined) await withdrawAlert(sql, replay, alert, recordedAt, changed);
  }
  if (replay.reason === 'POLICY_EDIT') await insertEditSteps(sql, sentry.tenant, compiled, known, steps, recordedAt);
  return state;
}

/** Adds a timeline step to open alerts that the edit did not change. */
async function insertEditSteps(
  sql: Sql,
  tenant: string,
  { policy }: CompiledViolation,
  known: readonly RecordedAlert[],
  steps: readonly Reconciliation[],
  recordedAt: Millis,
): Promise<void> {
  const reconciled = new Set(steps.map((step) => (step.type === 'ADD' ? null : step.known)));
  for (const { guid, state, raisedAt } of known)
    if (state === 'OPEN' && !reconciled.has(raisedAt))
      await insertStep(sql, tenant, guid, {
        at: recordedAt,
        code: 'POLICY_EDITED',
        detail: { version: policy.version },
      });
}

/** An alert that ended before the definition came into force belongs to an earlier definition. */
const isInForce = ({ raisedAt, clearedAt, state }: RecordedAlert, from: Millis): boolean =>
  raisedAt >= from || clearedAt === null || clearedAt > from || state === 'OPEN';

/**
 * A user closed it, and its violation goes on: what the replay finds of it is that alert, however long ago it was closed. A violation
 * that is instant may have raised others since.
 */
const isClosedButActive = ({ active, compiled }: ReplayToReconcile, alert: RecordedAlert): boolean =>
  alert.raisedAt === active && alert.closedByPerson && !compiled.violation.instant;

type MissingAlert = Extract<Reconciliation, { type: 'ADD' }>['alert'];

async function addMissingAlert(
  sql: Sql,
  replay: ReplayToReconcile,
  { alert }: Extract<Reconciliation, { type: 'ADD' }>,
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  const { sentry, compiled } = replay;
  const timezone = (await getTimezones(sql, [sentry.tenant], [sentry.location])).get(sentry.location) ?? 'UTC';
  const mutedUntil = getDoNotDisturbEnd(compiled.policy.doNotDisturb, timezone, alert.raisedAt);
  const added = await insertRaised(sql, [toMissingAlertRow(replay, alert, mutedUntil)], recordedAt);
  await insertSteps(sql, [sentry.tenant], toMissingAlertSteps(replay, alert, mutedUntil, recordedAt), recordedAt);
  await changed(sql, changesOf(added, 'RAISED'));
}

const identityOf = ({ sentry, compiled }: ReplayToReconcile, { raisedAt }: MissingAlert): AlertIdentity => ({
  sentryGuid: sentry.guid,
  violationKey: compiled.key,
  raisedAt,
});

const isRaised = (transition: Transition): transition is Extract<Transition, { type: 'RAISED' }> =>
  transition.type === 'RAISED';

function toMissingAlertRow(replay: ReplayToReconcile, alert: MissingAlert, mutedUntil: Millis | null) {
  const { sentry, compiled, reason } = replay;
  const { raisedAt, endedAt, clearedAt } = alert;
  const startedAt = alert.startedAt ?? raisedAt;
  const raising = alert.transitions.find(isRaised) ?? { type: 'RAISED', raisedAt, startedAt, evidence: [] };
  return {
    ...toRaisedAlert(identityOf(replay, alert), compiled, { ...raising, at: raisedAt }),
    tenant: sentry.tenant,
    location: sentry.location,
    startedAt,
    state: clearedAt === null ? ('OPEN' as const) : getEndState(compiled.violation.activeResolution),
    endedAt,
    clearedAt,
    backfilled: reason === 'LATE_READINGS',
    mutedUntil,
  };
}

/** The timeline of a missing alert: what the replay gave, why it is there only now, and that it is muted. */
function toMissingAlertSteps(
  replay: ReplayToReconcile,
  alert: MissingAlert,
  mutedUntil: Millis | null,
  recordedAt: Millis,
): readonly AlertStepRow[] {
  const { compiled, reason } = replay;
  const { raisedAt } = alert;
  const identity = identityOf(replay, alert);
  const replayed = alert.transitions
    .flatMap((transition) => toTimelineSteps(identity, compiled, transition))
    .map((step) => (step.code === 'RAISED' ? { ...step, at: raisedAt } : step));
  const added: AlertStepRow =
    reason === 'LATE_READINGS'
      ? { ...identity, at: recordedAt, code: 'BACKFILLED', detail: {} }
      : { ...identity, at: recordedAt, code: 'POLICY_EDITED', detail: { version: compiled.policy.version } };
  if (mutedUntil === null) return [...replayed, added];
  const until = new Date(mutedUntil).toISOString();
  return [...replayed, added, { ...identity, at: raisedAt, code: 'MUTED', detail: { until } }];
}

async function correctAlertTimes(
  sql: Sql,
  { sentry, compiled, reason }: ReplayToReconcile,
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
  await correctAlert(sql, sentry.tenant, known.guid, kept, { corrected: !isEdit, withdrawn: false }, recordedAt);
  if (isEdit && !isOver)
    await insertStep(sql, sentry.tenant, known.guid, {
      at: recordedAt,
      code: 'POLICY_EDITED',
      detail: { version: compiled.policy.version },
    });
  else
    await insertStep(sql, sentry.tenant, known.guid, {
      at: recordedAt,
      code: 'CORRECTED',
      detail: {
        what: 'TIMES',
        raisedAt: formatInstant(alert.raisedAt),
        clearedAt: alert.clearedAt === null ? null : formatInstant(alert.clearedAt),
      },
    });
  const wasOpen = known.state === 'OPEN';
  await changed(sql, [{ tenant: sentry.tenant, alert: known.guid, change: isOver && wasOpen ? 'CLEARED' : 'UPDATED' }]);
}

async function withdrawAlert(
  sql: Sql,
  { sentry, compiled, reason, from, readingsFrom }: ReplayToReconcile,
  known: RecordedAlert,
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  if (reason === 'POLICY_EDIT') {
    // Alerts of the old definition were right at the time; those still open end with it.
    if (known.state !== 'OPEN') return;
    const ended = await clearAlertsOfRemovedViolations(
      sql,
      sentry.tenant,
      sentry.guid,
      [compiled.key],
      Math.max(recordedAt, known.raisedAt),
    );
    await changed(sql, changesIn(sentry.tenant, ended, 'CLEARED'));
    return;
  }
  // The replay did not have the readings that raised it.
  if (known.raisedAt < readingsFrom) return;
  // The definition before raised it, rightly at the time, and it is over: before the edit, or with it.
  if (known.endedByEdit || (known.raisedAt < from && known.state !== 'OPEN')) return;
  const clearedAt = known.clearedAt ?? recordedAt;
  await correctAlert(
    sql,
    sentry.tenant,
    known.guid,
    { ...known, state: 'CLEARED', endedAt: known.endedAt ?? clearedAt, clearedAt },
    { corrected: false, withdrawn: true },
    recordedAt,
  );
  await insertStep(sql, sentry.tenant, known.guid, { at: recordedAt, code: 'WITHDRAWN' });
  await changed(sql, [
    { tenant: sentry.tenant, alert: known.guid, change: known.state === 'OPEN' ? 'CLEARED' : 'UPDATED' },
  ]);
}
