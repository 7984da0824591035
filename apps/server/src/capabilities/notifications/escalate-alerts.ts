/** Nobody reacts: the next of the chain is told, and those who know are told again, with how long it has been on. */
import {
  type Audience,
  chainFor,
  isAdmin,
  isLocationViewer,
  type Millis,
  nextNotice,
  visibleLocations,
} from '@picket/domain';
import type { Platform, Sql } from '../../platform/index.ts';
import { insertStep } from '../alerts/index.ts';
import { storedRules } from './destination-store.ts';
import {
  type EscalatedTo,
  type EscalatingAlert,
  insertNotice,
  lockEscalating,
  saveEscalation,
  toldOf,
} from './escalation-store.ts';
import { listenersOf } from './listener-store.ts';
import type { Listener } from './listeners.ts';
import { rulesOf } from './notification-rules.ts';

const BATCH = 200;

/** Gives the notices that are due; answers how many alerts were looked at. */
export async function escalateDue({ db, clock, config, pubSub }: Platform): Promise<number> {
  const count = await db.inTx(async ({ sql }) => {
    const now = clock.now();
    const alerts = await lockEscalating(sql, now, BATCH);
    if (alerts.length === 0) return 0;
    const tenants = [...new Set(alerts.map(({ tenant }) => tenant))];
    const rules = new Map(
      await Promise.all(tenants.map(async (tenant) => [tenant, rulesOf(await storedRules(sql, tenant))] as const)),
    );
    const listeners = await listenersOf(sql, tenants);
    for (const alert of alerts) {
      const chain = chainFor(rules.get(alert.tenant) ?? { chains: [] }, alert);
      await escalate(sql, alert, {
        now,
        chain,
        listeners: listeners.get(alert.tenant) ?? [],
        mail: config.mail !== null,
      });
    }
    return alerts.length;
  });
  if (count > 0) pubSub.notify();
  return count;
}

interface Setting {
  readonly now: Millis;
  readonly chain: ReturnType<typeof chainFor>;
  readonly listeners: readonly Listener[];
  readonly mail: boolean;
}

async function escalate(sql: Sql, alert: EscalatingAlert, { now, chain, listeners, mail }: Setting): Promise<void> {
  const { notices, remind } = alert;
  if (notices === null) {
    // People are told now: from here it counts.
    const first = chain === null ? null : nextNotice(chain, now, 1);
    return saveEscalation(sql, alert.guid, { notices: 1, since: now, nextAt: first?.at ?? null });
  }
  const since = alert.since?.getTime() ?? now;
  const due =
    remind === true
      ? { notice: notices + 1, audiences: [{ kind: 'TOLD' as const }] }
      : chain === null
        ? null
        : nextNotice(chain, since, notices);
  if (due === null) return saveEscalation(sql, alert.guid, { notices, since, nextAt: null });
  const to = new Map<string, EscalatedTo>();
  for (const audience of due.audiences)
    for (const one of await audienceOf(sql, alert, audience, listeners, mail)) to.set(one.destination, one);
  await insertNotice(sql, {
    tenant: alert.tenant,
    alert: alert.guid,
    notice: due.notice,
    to: [...to.values()],
    at: now,
  });
  const names = new Set([...to.values()].map(({ owner }) => listeners.find((one) => one.owner === owner)?.name ?? ''));
  await insertStep(sql, alert.guid, {
    at: now,
    code: 'ESCALATED',
    detail: { notice: due.notice, people: [...names].filter((name) => name !== '').join(', ') },
  });
  const next = chain === null ? null : nextNotice(chain, now, due.notice);
  await saveEscalation(sql, alert.guid, { notices: due.notice, since: now, nextAt: next?.at ?? null });
}

async function audienceOf(
  sql: Sql,
  alert: EscalatingAlert,
  audience: Audience,
  listeners: readonly Listener[],
  mail: boolean,
): Promise<readonly EscalatedTo[]> {
  if (audience.kind === 'TOLD') return toldOf(sql, alert.guid);
  const named =
    audience.kind === 'ADMINS'
      ? listeners.filter(({ isShared, permissions }) => !isShared && isAdmin(permissions))
      : listeners.filter(({ owner }) => audience.people.includes(owner) || audience.destinations.includes(owner));
  return named
    .filter(({ permissions }) =>
      alert.location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, alert.location),
    )
    .flatMap(({ owner, ways }) =>
      ways.flatMap(({ destination, channel }) =>
        channel === 'EMAIL' && !mail ? [] : [{ owner, destination, channel }],
      ),
    );
}
