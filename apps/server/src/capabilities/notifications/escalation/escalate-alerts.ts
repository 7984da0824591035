/** Escalates alerts nobody acknowledged: notifies the next step of the chain, and reminds those who were notified before. */
import { isSetUp } from '@picket/domain/channels';
import { type Audience, chainFor, nextEscalation } from '@picket/domain/escalations';
import { isAdmin, isLocationViewer, visibleLocations } from '@picket/domain/permissions';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { partsOf, tenantsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { insertStep } from '../../alerts/index.ts';
import { isMailConfigured } from '../../mail/index.ts';
import { parseRules } from '../preferences/notification-rules.ts';
import { findRules } from '../preferences/rules-store.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import type { Recipient } from '../recipients/recipients.ts';
import {
  type EscalatedTarget,
  type EscalatingAlert,
  type EscalationTarget,
  insertEscalation,
  listEscalating,
  listNotifiedTargets,
  lockEscalating,
  saveEscalation,
} from './escalation-store.ts';

const BATCH = 200;

/** Creates the deliveries of escalations that are due; returns how many alerts were examined. */
export async function escalateDueAlerts(platform: Platform): Promise<number> {
  const { db, clock, pubSub } = platform;
  let count = 0;
  for (const part of partsOf(db, await listEscalating(db.console, clock.now(), BATCH)))
    count += await escalateIn(platform, tenantsOf(part));
  if (count > 0) pubSub.notify();
  return count;
}

/** Of these organizations, in one transaction. */
function escalateIn(platform: Platform, of: readonly string[]): Promise<number> {
  const { db, clock } = platform;
  return db.inTx(async ({ sql }) => {
    const now = clock.now();
    const alerts = await lockEscalating(sql, of, now, BATCH);
    if (alerts.length === 0) return 0;
    const tenants = tenantsOf(alerts);
    const rules = new Map(
      await Promise.all(tenants.map(async (tenant) => [tenant, parseRules(await findRules(sql, tenant))] as const)),
    );
    const recipients = await listRecipients(sql, tenants);
    for (const alert of alerts) {
      const chain = chainFor(rules.get(alert.tenant) ?? { chains: [] }, alert);
      await escalate(sql, alert, {
        now,
        chain,
        recipients: recipients.get(alert.tenant) ?? [],
        mail: isMailConfigured(platform),
      });
    }
    return alerts.length;
  });
}

interface EscalationContext {
  readonly now: Millis;
  readonly chain: ReturnType<typeof chainFor>;
  readonly recipients: readonly Recipient[];
  readonly mail: boolean;
}

interface DueNotification {
  readonly number: number;
  readonly audiences: readonly Audience[];
  /** Where the chain stands after it. */
  readonly position: { readonly sent: number; readonly last: Millis };
}

/**
 * What is due of an alert that stands at `sent` notifications since `last`. The end of an acknowledgement or a snooze reminds
 * everybody and takes no step of the chain: the steps keep their times. One whose time came meanwhile is due with the reminder. null:
 * nothing yet, or any more; the rules may have been changed since it was to be due.
 */
function findDue(
  chain: EscalationContext['chain'],
  { sent, last, remind }: { readonly sent: number; readonly last: Millis; readonly remind: boolean },
  now: Millis,
): DueNotification | null {
  const next = chain === null ? null : nextEscalation(chain, last, sent);
  const reminded: readonly Audience[] = remind ? [{ kind: 'NOTIFIED' }] : [];
  if (next !== null && next.at <= now) {
    const { number } = next;
    return { number, audiences: [...reminded, ...next.audiences], position: { sent: number, last: now } };
  }
  return remind ? { number: sent + 1, audiences: reminded, position: { sent, last } } : null;
}

async function escalate(sql: Sql, alert: EscalatingAlert, context: EscalationContext): Promise<void> {
  const { now, chain, recipients, mail } = context;
  const save = ({ sent, last }: DueNotification['position']): Promise<void> => {
    const next = chain === null ? null : nextEscalation(chain, last, sent);
    return saveEscalation(sql, alert.tenant, alert.guid, {
      notificationsSent: sent,
      lastNotifiedAt: last,
      nextAt: next?.at ?? null,
    });
  };
  // People are notified now: delays count from here.
  if (alert.notificationsSent === null) return save({ sent: 1, last: now });
  const sent = alert.notificationsSent;
  const last = alert.lastNotifiedAt?.getTime() ?? now;
  const due = findDue(chain, { sent, last, remind: alert.remind === true }, now);
  // Its chain is over or gone, or its next step comes later by the rules of today.
  if (due === null) return save({ sent, last });
  const to = new Map<string, EscalatedTarget>();
  for (const audience of due.audiences)
    for (const one of await resolveAudience(sql, alert, audience, recipients, mail))
      to.set(one.destination, {
        ...one,
        isNamed: audience.kind !== 'NOTIFIED' || to.get(one.destination)?.isNamed === true,
      });
  // A reminder that has nobody to remind leaves no trace; a step of the chain does.
  if (to.size > 0 || due.position.sent !== sent) await recordEscalation(sql, alert, due.number, to, context);
  await save(due.position);
}

async function recordEscalation(
  sql: Sql,
  { tenant, guid }: EscalatingAlert,
  number: number,
  to: ReadonlyMap<string, EscalatedTarget>,
  { now, recipients }: EscalationContext,
): Promise<void> {
  await insertEscalation(sql, tenant, { alert: guid, number, to: [...to.values()], at: now });
  const names = new Set([...to.values()].map(({ owner }) => recipients.find((one) => one.owner === owner)?.name ?? ''));
  await insertStep(sql, tenant, guid, {
    at: now,
    code: 'ESCALATED',
    detail: { notification: number, people: [...names].filter((name) => name !== '').join(', ') },
  });
}

/** Where nobody who is named can be notified, as they are gone or lost access, administrators are: a step that notifies nobody is lost. */
async function resolveAudience(
  sql: Sql,
  alert: EscalatingAlert,
  audience: Audience,
  recipients: readonly Recipient[],
  mail: boolean,
): Promise<readonly EscalationTarget[]> {
  // What waited for the end of a snooze is sent now: with a reminder it would come twice.
  if (audience.kind === 'NOTIFIED') return listNotifiedTargets(sql, alert.tenant, alert.guid, alert.remind !== true);
  const administrators = recipients.filter(({ isShared, permissions }) => !isShared && isAdmin(permissions));
  if (audience.kind === 'ADMINS') return targetsOf(administrators, alert, mail);
  const named = recipients.filter(
    ({ owner }) => audience.people.includes(owner) || audience.destinations.includes(owner),
  );
  const targets = targetsOf(named, alert, mail);
  return targets.length > 0 ? targets : targetsOf(administrators, alert, mail);
}

/** Where those of them are notified who may see the alert. */
const targetsOf = (
  recipients: readonly Recipient[],
  { location }: Pick<EscalatingAlert, 'location'>,
  mail: boolean,
): readonly EscalationTarget[] =>
  recipients
    .filter(({ permissions }) =>
      location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location),
    )
    .flatMap(({ owner, routes }) =>
      routes.flatMap(({ destination, channel }) => (isSetUp(channel, mail) ? [{ owner, destination, channel }] : [])),
    );
