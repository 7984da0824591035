/** One of everything that an organization stores, for the tests that call store functions with the tenant of another one. */
import { DEFAULT_RULES } from '@picket/domain/escalations';
import { type Warning, WEATHER_PROVIDERS } from '@picket/domain/weather';
import { setAcknowledged, setSnoozed } from '../src/capabilities/alerts/acknowledgement/acknowledgement-store.ts';
import { findAlert } from '../src/capabilities/alerts/queries/alert-list-store.ts';
import { insertStep } from '../src/capabilities/alerts/timeline/alert-step-store.ts';
import { listEntries } from '../src/capabilities/audit/audit-entry-store.ts';
import { headOf } from '../src/capabilities/audit/audit-head-store.ts';
import { readSnapshot } from '../src/capabilities/events/event-store.ts';
import { recordFailure } from '../src/capabilities/notifications/destinations/destination-health-store.ts';
import { saveRules } from '../src/capabilities/notifications/preferences/rules-store.ts';
import { insertSeenSensors, pairFluidSensors } from '../src/capabilities/sensors/sensor-store.ts';
import { insertCredential } from '../src/capabilities/sentries/devices/credential-store.ts';
import { getRevision } from '../src/capabilities/tenant-config/tenant-config-store.ts';
import { setStepNeeded } from '../src/capabilities/tenants/get-started-store.ts';
import { saveRetention } from '../src/capabilities/timeseries/retention-store.ts';
import { saveSubscription, saveWarning } from '../src/capabilities/weather/weather-store.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import type { AccessWorld } from './access-world.ts';

const HOUR = 3_600_000;
const SEEN = [{ model: 'FX2', serialNumber: 'F1' }];
const CONDITIONS = [{ sensorMetricId: 'thermal_temperature', column: 'max' }];

export const CREDENTIAL = Buffer.alloc(32, 2);
export const SUBJECT = 'disk';
export const VIOLATION_KEY = 'too hot';
export const attemptAt = (at: number) => ({
  ...{ beganAt: at, endedAt: at, retryAfter: null, firstPause: 1000, chance: 0 },
});
const warningOf = (key: string, at: number): Warning => ({
  ...{ key, messageId: key, sentAt: at, onsetAt: at, endsAt: null, isOver: false, severity: 300 },
  ...{ event: 'Storm', headline: 'Storm', description: 'It blows.', instruction: '' },
});

export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new Error('what was made is not there');
  return row;
}

/** Alerts in every state that a store function asks for. */
async function makeAlerts(world: AccessWorld, sentry: string, policy: string) {
  const { console: sql } = world.picket.platform.db;
  const now = world.picket.clock.now();
  const [open, watched, system, muted, taken] = [
    await world.alert(),
    await world.alert(),
    await world.alert(),
    await world.alert(),
    await world.alert(),
  ];
  await sql.query(
    `UPDATE alert SET kind = 'POLICY_ALERT_WITH_READINGS', sentry_guid = $2::uuid, policy_guid = $3::uuid, policy_name = 'Hot', violation = 'Too hot',
            violation_key = $4, conditions = $5::jsonb, root_guid = $6::uuid, verdict = 'REAL' WHERE guid = $1::uuid`,
    [watched, sentry, policy, VIOLATION_KEY, JSON.stringify(CONDITIONS), open],
  );
  await sql.query('UPDATE alert SET subject = $2 WHERE guid = $1::uuid', [system, SUBJECT]);
  await sql.query(
    `UPDATE alert SET muted = true, unmute_at = $2::timestamptz, sentry_guid = $3::uuid, policy_guid = $4::uuid WHERE guid = $1::uuid`,
    [muted, new Date(now + HOUR), sentry, policy],
  );
  await setAcknowledged(sql, world.tenant, taken, { guid: null, name: 'somebody' }, { at: now, until: now + HOUR });
  await setSnoozed(sql, world.tenant, taken, { until: now + HOUR, byName: 'somebody', at: now });
  await insertStep(sql, world.tenant, taken, { at: now, code: 'SNOOZED' });
  const shown = found(await findAlert(sql, world.tenant, watched, now));
  return { open, watched, system, muted, taken, shown };
}

/** A message that failed, and a delivery of an alert of the location that is suppressed. */
async function makeMessages(world: AccessWorld) {
  const { console: sql, prisma } = world.picket.platform.db;
  const failed = await world.message('FAILED');
  const delivery = await prisma.delivery.findFirstOrThrow({ where: { messageGuid: await world.message('WAITING') } });
  const dueAt = new Date(world.picket.clock.now() + HOUR);
  await prisma.delivery.updateMany({ where: { guid: delivery.guid }, data: { state: 'SUPPRESSED', dueAt } });
  await sql.query(
    `INSERT INTO outgoing_mail (guid, tenant_guid, recipient, subject, created_at, next_attempt_at)
     VALUES ($1::uuid, $2::uuid, 'a@acme.example', 'Mail', $3::timestamptz, $3::timestamptz)`,
    [newGuid(), world.tenant, dueAt],
  );
  return { failed, notified: delivery.ownerGuid };
}

/** People, invitations and tokens. */
async function makeAccounts(world: AccessWorld) {
  const { prisma } = world.picket.platform.db;
  await world.token([{ role: 'VIEWER' }]);
  const token = await prisma.apiToken.findFirstOrThrow({ where: { tenantGuid: world.tenant } });
  return {
    owner: await world.colleague(),
    administrator: (await world.person(world.tenant, [{ role: 'ADMIN' }])).guid,
    invited: await world.invited(),
    token: token.guid,
    tokenUser: token.userGuid,
  };
}

/** What the organization has set up. */
async function makeSettings(world: AccessWorld, sentry: string, warned: string) {
  const { prisma, console: sql } = world.picket.platform.db;
  const { tenant, location } = world;
  const now = world.picket.clock.now();
  await insertSeenSensors(sql, tenant, sentry, SEEN, now);
  await pairFluidSensors(sql, tenant, location, SEEN, 'me');
  await insertCredential(prisma, tenant, sentry, CREDENTIAL, new Date(now));
  await saveRules(sql, tenant, DEFAULT_RULES, new Date(now));
  await setStepNeeded(sql, tenant, 'SENTRY', false);
  await saveRetention(sql, tenant, { READINGS: 77 }, new Date(now));
  await saveSubscription(sql, tenant, { location, provider: WEATHER_PROVIDERS[0], by: 'somebody' }, now);
  await saveWarning(sql, tenant, { location, provider: WEATHER_PROVIDERS[0] }, warned, warningOf('storm', now));
  await prisma.tenant.update({ where: { guid: tenant }, data: { demo: true } });
  const down = await world.destination();
  await recordFailure(sql, tenant, down, 'TIMEOUT', attemptAt(now));
  return { down, destination: await world.destination(), outbound: await world.outboundDestination() };
}

export async function makeThings(world: AccessWorld) {
  const { prisma, console: sql } = world.picket.platform.db;
  const { tenant, location } = world;
  const events = { seen: await readSnapshot(sql), after: 0 };
  const [sentry, policy] = [await world.sentryWithFrame(), await world.policy()];
  const alerts = await makeAlerts(world, sentry, policy);
  const settings = await makeSettings(world, sentry, alerts.open);
  const messages = await makeMessages(world);
  const accounts = await makeAccounts(world);
  const bound = await world.tagging();
  const { guid: zone } = await prisma.zone.findFirstOrThrow({
    where: { tenantGuid: tenant, parentGuid: { not: null } },
  });
  const edit = await world.edit();
  const [entry] = await listEntries(sql, tenant, {}, null, 1);
  world.picket.clock.pass(3 * 86_400);
  await world.picket.pack();
  const now = world.picket.clock.now();
  return {
    ...{ tenant, location, sentry, policy, bound, zone, edit, now, at: new Date(now), since: new Date(0) },
    ...{ ...alerts, ...settings, ...messages, ...accounts },
    action: found(entry).action,
    head: found(await headOf(sql, tenant)).ordinal,
    revision: await getRevision(sql, tenant),
    events: { ...events, upTo: await readSnapshot(sql) },
  };
}

export type Things = Awaited<ReturnType<typeof makeThings>>;

/** All guids of the organization among them. */
export const guidsOf = (things: Things): readonly string[] =>
  Object.values(things).filter((one): one is string => typeof one === 'string' && /^[0-9a-f-]{36}$/u.test(one));
