/** Use cases of alerts: list, acknowledge, snooze, resolve, comment, set a verdict, raise. */
import type { AlertDetailOut, AlertOut, ParsedQuery, ResponseOf } from '@picket/contracts';
import {
  changeText,
  formatInstant,
  isAdmin,
  isLocationViewer,
  type Millis,
  type Permission,
  POLICY_CHANGE_SEVERITY,
  parseInstant,
  truncateText,
  type Verdict,
  visibleLocations,
} from '@picket/domain';
import {
  AppError,
  type Ctx,
  decodeCursor,
  invalid,
  newGuid,
  type Page,
  type SentryActor,
  type Sql,
  type Tx,
  toPage,
  type UserActor,
} from '../../platform/index.ts';
import { audit } from '../audit/index.ts';
import { traceAlert } from '../evaluation/index.ts';
import { administeredLocation } from '../locations/index.ts';
import { changeOfAlert, type PolicyChangeRow, type PolicyPorts, restoreChange } from '../policies/index.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import type { PolicyEdit, ZonePorts } from '../zones/index.ts';
import { extendAcknowledgement } from './acknowledgement-store.ts';
import { assignAlert, findSnoozeProblem, snoozeOpenAlert } from './acknowledgements.ts';
import { assertCommentLimits, listCommentPage, listNewestComments } from './alert-comments.ts';
import { findAlert, getAlertParts, listAlertRows } from './alert-list-store.ts';
import type { NotificationQueries, OnAlertsChanged } from './alert-ports.ts';
import { type ExternalAlertRow, insertExternalAlert, insertStep, setResolved, setVerdict } from './alert-store.ts';
import { insertComment } from './comment-store.ts';
import { explainNotification } from './explain-notification.ts';
import { listSymptoms } from './incident-store.ts';

/** Returns the alert if this person may view its location; for one without a location, if they may view all of them. */
async function getVisibleAlert(ctx: Ctx<UserActor>, guid: string): Promise<AlertOut> {
  const alert = await findAlert(ctx.db.console, ctx.actor.tenant, guid, ctx.clock.now());
  if (alert === null || !mayView(ctx.actor.permissions, alert.location?.guid ?? null)) throw new AppError('notFound');
  return alert;
}

const mayView = (permissions: readonly Permission[], location: string | null): boolean =>
  location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location);

export async function listVisibleAlerts(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /alerts'>,
): Promise<Page<AlertOut>> {
  const [raisedAt, guid] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  if (raisedAt !== undefined && (parseInstant(raisedAt) === null || !/^[0-9a-f-]{36}$/u.test(guid ?? '')))
    throw invalid('cursor', 'is not a cursor this list gave');
  const after = raisedAt === undefined || guid === undefined ? null : { raisedAt, guid };
  const filter = { ...query, visible: visibleLocations(ctx.actor.permissions) };
  const now = ctx.clock.now();
  const rows = await listAlertRows(ctx.db.console, ctx.actor.tenant, filter, after, query.limit + 1, now);
  return toPage(
    rows,
    query.limit,
    (alert) => alert,
    (alert) => [alert.raisedAt, alert.guid],
  );
}

export async function getAlertDetail(
  ctx: Ctx<UserActor>,
  guid: string,
  notifications: NotificationQueries,
): Promise<AlertDetailOut> {
  const alert = await getVisibleAlert(ctx, guid);
  const parts = await getAlertParts(ctx.db.console, alert, ctx.clock.now());
  const edit = alert.kind === 'POLICY_CHANGE_ALERT' ? await changeOfAlert(ctx.db.console, guid) : null;
  return {
    ...alert,
    ...parts,
    ...(await listNewestComments(ctx.db.console, guid)),
    deliveries: [
      ...(await notifications.listDeliveries(ctx.db.console, guid, {
        guid: ctx.actor.guid,
        isAdmin: isAdmin(ctx.actor.permissions),
      })),
    ],
    symptoms: (await listSymptoms(ctx.db.console, guid)).map(({ sentry, ...symptom }) => ({
      ...symptom,
      ...(sentry === null ? {} : { sentry }),
    })),
    notificationReasons: explainNotification(alert, parts.timeline),
    ...(edit === null ? {} : { change: toPolicyChange(edit) }),
  };
}

const toPolicyChange = ({ policy, sentry, by, changes, restoredAt, restoredBy }: PolicyChangeRow) => ({
  ...(policy === null ? {} : { policy }),
  ...(sentry === null ? {} : { sentry }),
  ...(by === null ? {} : { by }),
  changes,
  restorable: restoredAt === null,
  ...(restoredAt === null ? {} : { restored: { by: restoredBy ?? '', at: formatInstant(restoredAt.getTime()) } }),
});

const toAuditTarget = ({ guid, message, violation, policy }: AlertOut) => ({
  kind: 'alert',
  guid,
  name: message ?? violation ?? policy?.name ?? 'an alert',
});

/** Resolves an alert. If its violation persists, it is raised again only after the violation has ended once. */
export async function resolveAlert(ctx: Ctx<UserActor>, guid: string, changed: OnAlertsChanged): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  await ctx.db.inTx(async ({ sql }) => {
    const at = ctx.clock.now();
    if (!(await setResolved(sql, alert.guid, ctx.actor.name, at))) return;
    await insertStep(sql, alert.guid, { at, code: 'RESOLVED', byName: ctx.actor.name });
    await changed(sql, [{ alert: alert.guid, change: 'CLEARED' }]);
    await audit(ctx, { sql }, { action: 'ALERT_RESOLVED', target: toAuditTarget(alert) });
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}

/** Reverts the change that a policy-change alert reports. */
export async function revertPolicyChange(
  ctx: Ctx<UserActor>,
  guid: string,
  ports: PolicyPorts & ZonePorts,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  await restoreChange(ctx, alert.guid, ports);
  await ctx.db.inTx(async ({ sql }) => {
    await insertStep(sql, guid, { at: ctx.clock.now(), code: 'RESTORED', byName: ctx.actor.name });
    await changed(sql, [{ alert: guid, change: 'UPDATED' }]);
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}

/** Returns why an alert was raised, step by step; empty for alerts no policy raised. */
export async function getAlertTrace(
  ctx: Ctx<UserActor>,
  guid: string,
  source: ConfigSource,
): Promise<ResponseOf<'GET /alerts/{guid}/trace'>> {
  const { policy, sentry, violation, subject, startedAt, clearedAt } = await getVisibleAlert(ctx, guid);
  if (policy === undefined || sentry === undefined || violation === undefined)
    return { steps: [], from: startedAt, to: clearedAt ?? startedAt };
  return traceAlert(ctx, source, {
    tenant: ctx.actor.tenant,
    sentry: sentry.guid,
    policy: policy.guid,
    version: policy.version,
    violation,
    subject: subject ?? null,
    startedAt: Date.parse(startedAt),
    clearedAt: clearedAt === undefined ? null : Date.parse(clearedAt),
  });
}

/** Inserts the alert that reports an edit (specification, section 9: severity 110). It is cleared at once. */
export async function insertPolicyChangeAlert(
  { sql }: Tx,
  edit: PolicyEdit,
  changed: OnAlertsChanged,
): Promise<string> {
  const guid = newGuid();
  const texts = edit.changes.map(changeText);
  const more = texts.length > 3 ? [`and ${texts.length - 3} more`] : [];
  const message = truncateText(`${edit.title}: ${[...texts.slice(0, 3), ...more].join('; ')}`, 1024);
  const { tenant, location, sentry, at, by } = edit;
  const policy = edit.policy === null ? undefined : { guid: edit.policy, name: edit.title };
  const severity = POLICY_CHANGE_SEVERITY;
  const kind = 'POLICY_CHANGE_ALERT';
  await insertExternalAlert(
    sql,
    { guid, tenant, location, sentry, kind, severity, message, at, isEvent: true, policy },
    at,
  );
  await insertStep(sql, guid, { at, code: 'POLICY_EDITED', byName: by });
  await changed(sql, [{ alert: guid, change: 'RAISED' }]);
  return guid;
}

/** Returns when an acknowledgement given or extended now expires. */
async function getAcknowledgementExpiry(
  ctx: Ctx<UserActor>,
  sql: Sql,
  notifications: NotificationQueries,
): Promise<Millis> {
  return ctx.clock.now() + (await notifications.getAcknowledgementMinutes(sql, ctx.actor.tenant)) * 60_000;
}

/** Acknowledges an alert. Acknowledging it again changes nothing: the first acknowledgement stays. */
export async function acknowledgeAlert(
  ctx: Ctx<UserActor>,
  guid: string,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  await ctx.db.inTx(async ({ sql }) => {
    const lapseMinutes = await notifications.getAcknowledgementMinutes(sql, ctx.actor.tenant);
    if (
      !(await assignAlert(
        sql,
        alert.guid,
        ctx.actor,
        { at: ctx.clock.now(), expiresAfterMinutes: lapseMinutes },
        changed,
      ))
    )
      return;
    await audit(ctx, { sql }, { action: 'ALERT_ACKNOWLEDGED', target: toAuditTarget(alert) });
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}

/** Snoozes an open alert. If it is still open when the snooze ends, everybody who was notified is notified again. */
export async function snoozeAlert(
  ctx: Ctx<UserActor>,
  guid: string,
  untilText: string,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  const at = ctx.clock.now();
  const until = parseInstant(untilText) ?? at;
  if (alert.state !== 'OPEN') throw new AppError('conflict', { message: 'This alert is not open' });
  const problem = findSnoozeProblem(alert, until, at);
  if (problem !== null) throw invalid('until', problem);
  await ctx.db.inTx(async ({ sql }) => {
    if (!(await snoozeOpenAlert(sql, alert.guid, ctx.actor, { at, until }, changed))) return;
    await extendAcknowledgement(
      sql,
      alert.guid,
      Math.max(until, await getAcknowledgementExpiry(ctx, sql, notifications)),
    );
    await audit(
      ctx,
      { sql },
      { action: 'ALERT_SNOOZED', target: toAuditTarget(alert), after: { until: formatInstant(until) } },
    );
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}

/** Sets the verdict on an alert; null removes it. Policy-change alerts have no verdict. */
export async function setAlertVerdict(
  ctx: Ctx<UserActor>,
  guid: string,
  verdict: Verdict | null,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  if (alert.kind === 'POLICY_CHANGE_ALERT')
    throw new AppError('conflict', { message: 'A policy change has no verdict' });
  if ((alert.verdict?.verdict ?? null) === verdict) return alert;
  await ctx.db.inTx(async ({ sql }) => {
    const at = ctx.clock.now();
    await setVerdict(sql, alert.guid, verdict, ctx.actor.name, at);
    await extendAcknowledgement(sql, alert.guid, await getAcknowledgementExpiry(ctx, sql, notifications));
    await insertStep(sql, alert.guid, { at, code: 'VERDICT_SET', byName: ctx.actor.name, detail: { verdict } });
    await changed(sql, [{ alert: alert.guid, change: 'UPDATED' }]);
    await audit(
      ctx,
      { sql },
      {
        action: 'ALERT_VERDICT_SET',
        target: toAuditTarget(alert),
        before: { verdict: alert.verdict?.verdict ?? null },
        after: { verdict },
      },
    );
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}

export async function listComments(
  ctx: Ctx<UserActor>,
  guid: string,
  query: ParsedQuery<'GET /alerts/{guid}/comments'>,
): Promise<ResponseOf<'GET /alerts/{guid}/comments'>> {
  const alert = await getVisibleAlert(ctx, guid);
  return listCommentPage(ctx.db.console, alert.guid, query);
}

/** Throws when the alert or the person has reached a comment limit. */
export async function createComment(
  ctx: Ctx<UserActor>,
  guid: string,
  text: string,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<ResponseOf<'POST /alerts/{guid}/comments'>> {
  const alert = await getVisibleAlert(ctx, guid);
  const comment = { guid: newGuid(), alert: alert.guid, by: ctx.actor, text, at: ctx.clock.now() };
  await ctx.db.inTx(async ({ sql }) => {
    await assertCommentLimits(sql, alert.guid, ctx.actor.guid, comment.at);
    await insertComment(sql, comment);
    await extendAcknowledgement(sql, alert.guid, await getAcknowledgementExpiry(ctx, sql, notifications));
    await insertStep(sql, alert.guid, { at: comment.at, code: 'COMMENTED', byName: ctx.actor.name });
    await changed(sql, [{ alert: alert.guid, change: 'UPDATED' }]);
    await audit(ctx, { sql }, { action: 'ALERT_COMMENTED', target: toAuditTarget(alert), after: { text } });
  });
  ctx.pubSub.notify();
  return { guid: comment.guid, by: ctx.actor.name, at: formatInstant(comment.at), text };
}

async function raiseExternal(
  ctx: Ctx,
  alert: ExternalAlertRow,
  byName: string | null,
  changed: OnAlertsChanged,
  recorded: (tx: Pick<Tx, 'sql'>) => Promise<void> = async () => {},
): Promise<void> {
  const recordedAt = ctx.clock.now();
  await ctx.db.inTx(async ({ sql }) => {
    await insertExternalAlert(sql, alert, recordedAt);
    await insertStep(sql, alert.guid, { at: alert.at, code: 'RAISED', ...(byName === null ? {} : { byName }) });
    await changed(sql, [{ alert: alert.guid, change: 'RAISED' }]);
    await recorded({ sql });
  });
  ctx.pubSub.notify();
}

/** An alert raised by a person (GENERIC_ALERT). */
export async function raiseGenericAlert(
  ctx: Ctx<UserActor>,
  input: { readonly location: string; readonly severity: number; readonly message: string },
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  await administeredLocation(ctx, input.location);
  const guid = newGuid();
  const { tenant, name } = ctx.actor;
  const at = ctx.clock.now();
  const alert: ExternalAlertRow = { ...input, guid, tenant, sentry: null, kind: 'GENERIC_ALERT', at };
  const { location, message, severity } = input;
  await raiseExternal(ctx, alert, name, changed, (tx) =>
    audit(ctx, tx, {
      action: 'ALERT_RAISED',
      target: { kind: 'alert', guid, name: message },
      after: { severity, location },
    }),
  );
  return getVisibleAlert(ctx, guid);
}

const MAX_CLOCK_AHEAD_MS = 60_000;

/** An alert raised by the device itself (ALERT). */
export async function raiseDeviceAlert(
  ctx: Ctx<SentryActor>,
  input: { readonly severity: number; readonly message: string; readonly at: string },
  changed: OnAlertsChanged,
): Promise<ResponseOf<'POST /sentry/alerts'>> {
  const now = ctx.clock.now();
  const at = parseInstant(input.at) ?? now;
  if (at > now + MAX_CLOCK_AHEAD_MS)
    throw invalid('at', `lies in the future; the server's time is ${formatInstant(now)}`);
  const guid = newGuid();
  const { tenant, location, guid: sentry } = ctx.actor;
  const { severity, message } = input;
  await raiseExternal(ctx, { guid, tenant, location, sentry, kind: 'ALERT', severity, message, at }, null, changed);
  return { guid, serverTime: formatInstant(now) };
}
