/**
 * Store functions of accounts, notifications, settings and the audit log, called with the tenant of another organization: they return
 * nothing of the first one, and change nothing of it. Called with the right one each returns or changes something.
 */
import { DEFAULT_RULES } from '@picket/domain/escalations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as tokens from '../src/capabilities/api-tokens/api-token-store.ts';
import * as entries from '../src/capabilities/audit/audit-entry-store.ts';
import * as heads from '../src/capabilities/audit/audit-head-store.ts';
import * as links from '../src/capabilities/auth/links/link-store.ts';
import * as locations from '../src/capabilities/locations/location-store.ts';
import { countMails } from '../src/capabilities/mail/mail-store.ts';
import * as requeue from '../src/capabilities/notifications/deliveries/requeue-store.ts';
import * as health from '../src/capabilities/notifications/destinations/destination-health-store.ts';
import * as destinations from '../src/capabilities/notifications/destinations/destination-store.ts';
import { listDigestLocations } from '../src/capabilities/notifications/digests/digest-store.ts';
import { insertEscalation } from '../src/capabilities/notifications/escalation/escalation-store.ts';
import * as outbound from '../src/capabilities/notifications/outbound-destinations/outbound-store.ts';
import * as messages from '../src/capabilities/notifications/outbox/message-store.ts';
import { findRules, saveRules } from '../src/capabilities/notifications/preferences/rules-store.ts';
import { listRecipients } from '../src/capabilities/notifications/recipients/recipient-store.ts';
import * as data from '../src/capabilities/operations/tenant-data-store.ts';
import { isDemoTenant } from '../src/capabilities/simulated-sentries/scenario-store.ts';
import * as config from '../src/capabilities/tenant-config/tenant-config-store.ts';
import * as started from '../src/capabilities/tenants/get-started-store.ts';
import { findTenantName } from '../src/capabilities/tenants/tenant-name-store.ts';
import { countSentries, lockEdits } from '../src/capabilities/tenants/tenant-store.ts';
import * as retention from '../src/capabilities/timeseries/retention-store.ts';
import * as users from '../src/capabilities/users/user-store.ts';
import { lockSubscription } from '../src/capabilities/weather/weather-store.ts';
import type { Sql, Tx } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { ABSENT, AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffectOnThings, wallOf } from './tenant-effects.ts';
import { attemptAt, makeThings, type Things } from './tenant-things.ts';

let picket: Picket;
let world: AccessWorld;
let things: Things;

const TABLES =
  `api_token one_time_token location outgoing_mail delivery destination destination_health outbound_destination message
  notification_rules get_started retention user_account tenant sentry alert`.split(/\s+/u);

type Call = (tx: Tx, tenant: string, one: Things) => Promise<unknown>;

/** Whether the row of the organization is locked, as another connection sees it. */
async function isLocked(table: 'tenant' | 'location', guid: string): Promise<boolean> {
  const { console: other } = picket.platform.db;
  const { rows } = await other.query(`SELECT 1 FROM ${table} WHERE guid = $1::uuid FOR UPDATE SKIP LOCKED`, [guid]);
  return rows.length === 0;
}

async function areTamperReportsLocked(tenant: string): Promise<boolean> {
  const { rows } = await picket.platform.db.console.query<{ isFree: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 22)) AS "isFree"',
    [tenant],
  );
  return rows[0]?.isFree !== true;
}

/** Beyond the end of the log. */
const ADDED_ORDINAL = 7777;

/** Adds a copy of an entry, as an earlier version wrote it. */
async function addEntry(sql: Sql, tenant: string, ordinal: number): Promise<void> {
  await sql.query(
    `INSERT INTO audit_entry SELECT (jsonb_populate_record(e, '{"ordinal": ${ADDED_ORDINAL}, "previous": null}')).*
       FROM audit_entry e WHERE tenant_guid = $1::uuid AND ordinal = $2`,
    [tenant, ordinal],
  );
}

async function numberIn({ sql }: Tx, statement: string, tenant: string): Promise<number> {
  const { rows } = await sql.query<{ number: number }>(statement, [tenant]);
  return rows[0]?.number ?? 0;
}

const placeOf = (name: string) => ({
  ...{ name, nameKey: name, timezone: 'UTC', address: null, latitude: null, longitude: null, attributes: {} },
});

const CALLS: Readonly<Record<string, Call>> = {
  countApiTokens: ({ prisma }, tenant, { tokenUser, since }) => tokens.countApiTokens(prisma, tenant, tokenUser, since),
  deleteApiToken: ({ prisma }, tenant, { token }) => tokens.deleteApiToken(prisma, tenant, token),
  deleteApiTokensOfThen: ({ prisma }, tenant, { tokenUser, since }) =>
    tokens.deleteApiTokensOfThen(prisma, tenant, tokenUser, new Date(8.64e15), since),
  deleteApiTokensOfUser: ({ prisma }, tenant, { tokenUser, since }) =>
    tokens.deleteApiTokensOfUser(prisma, tenant, tokenUser, since),
  findApiToken: ({ prisma }, tenant, { token }) => tokens.findApiToken(prisma, tenant, token),
  listApiTokens: ({ prisma }, tenant) => tokens.listApiTokens(prisma, tenant, null, null, 9),
  touchApiToken: ({ prisma }, tenant, { token, since }) =>
    tokens.touchApiToken(prisma, tenant, token, since, '192.0.2.7'),
  entriesAfter: ({ sql }, tenant) => entries.entriesAfter(sql, tenant, {}, 0, 99),
  listEntries: ({ sql }, tenant) => entries.listEntries(sql, tenant, {}, null, 99),
  newestOf: ({ sql }, tenant, { action }) => entries.newestOf(sql, tenant, action),
  rowsAfter: ({ sql }, tenant, { head }) => entries.rowsAfter(sql, tenant, 0, head, 99),
  freeOrdinalAfter: async ({ sql }, tenant, { head }) => (await entries.freeOrdinalAfter(sql, tenant, head)) !== head,
  isOfEarlierVersion: async ({ sql }, tenant, { tenant: own, head }) => {
    await addEntry(sql, own, head);
    return entries.isOfEarlierVersion(sql, tenant, ADDED_ORDINAL);
  },
  rowsOutside: async ({ sql }, tenant, { tenant: own, head }) => {
    await addEntry(sql, own, head);
    return (await entries.rowsOutside(sql, tenant)).length;
  },
  addHeadMac: async (tx, tenant, { tenant: own, head }) => {
    await tx.sql.query('UPDATE audit_head SET mac = NULL, mac_ordinal = NULL WHERE tenant_guid = $1::uuid', [own]);
    await heads.addHeadMac(tx.sql, tenant, head, Buffer.alloc(32));
    return numberIn(tx, 'SELECT count(mac)::int AS number FROM audit_head WHERE tenant_guid = $1::uuid', own);
  },
  headOf: async ({ sql }, tenant, { head }) => (await heads.headOf(sql, tenant))?.ordinal === head,
  headsAllTenants: async ({ sql }, tenant, { head }) =>
    (await heads.headsAllTenants(sql, [tenant])).some(({ ordinal }) => ordinal === head),
  lockHead: async ({ sql }, tenant, { head }) => (await heads.lockHead(sql, tenant)).ordinal === head,
  lockTamperReports: async ({ sql }, tenant, { tenant: own }) => {
    await heads.lockTamperReports(sql, tenant);
    return areTamperReportsLocked(own);
  },
  moveHead: async (tx, tenant, { tenant: own }) => {
    await heads.moveHead(tx.sql, tenant, { ordinal: 7777, hash: Buffer.alloc(32) }, null);
    const ordinal = 'SELECT ordinal::int AS number FROM audit_head WHERE tenant_guid = $1::uuid';
    return (await numberIn(tx, ordinal, own)) === 7777;
  },
  listInvitationExpiries: ({ prisma }, tenant, { invited, since }) =>
    links.listInvitationExpiries(prisma, tenant, [invited], since),
  revokeLinks: ({ prisma }, tenant, { invited }) => links.revokeLinks(prisma, tenant, invited, ['USER_INVITE']),
  insertLocation: async ({ prisma }, tenant, { at }) => {
    await locations.insertLocation(prisma, tenant, newGuid(), placeOf('new'), at);
  },
  listLocations: ({ prisma }, tenant) => locations.listLocations(prisma, tenant, 'all', null, 99),
  lockLocation: async ({ sql }, tenant, { location }) => {
    await locations.lockLocation(sql, tenant, location);
    return isLocked('location', location);
  },
  countMails: async ({ sql }, tenant) => (await countMails(sql, tenant)).waiting,
  requeueLocation: ({ sql }, tenant, { location }) => requeue.requeueLocation(sql, tenant, location, 1000),
  requeueOwner: ({ sql }, tenant, { notified }) => requeue.requeueOwner(sql, tenant, notified, 1000),
  recordDelivered: ({ sql }, tenant, { destination, now }) => health.recordDelivered(sql, tenant, destination, now),
  recordFailure: async ({ sql }, tenant, { destination, now }) => {
    await health.recordFailure(sql, tenant, destination, 'TIMEOUT', attemptAt(now));
  },
  recordRefusal: ({ sql }, tenant, { down }) => health.recordRefusal(sql, tenant, down),
  findDestination: ({ sql }, tenant, { destination }) => destinations.findDestination(sql, tenant, null, destination),
  findHealth: async ({ sql }, tenant, { down }) => (await destinations.findHealth(sql, tenant, down)) !== null,
  insertDestination: ({ sql }, tenant, { at }) =>
    destinations.insertDestination(sql, tenant, {
      ...{ guid: newGuid(), user: null, kind: 'SLACK', name: 'New', settings: Buffer.alloc(1), byName: 'x', at },
    }),
  listDestinationRows: ({ sql }, tenant) => destinations.listDestinationRows(sql, tenant, null),
  removeDestination: ({ sql }, tenant, { destination, at }) =>
    destinations.removeDestination(sql, tenant, destination, at),
  renameDestination: ({ sql }, tenant, { destination, at }) =>
    destinations.renameDestination(sql, tenant, destination, 'Other', at),
  listDigestLocations: ({ sql }, tenant) => listDigestLocations(sql, tenant),
  insertEscalation: ({ sql }, tenant, { open, owner, now }) =>
    insertEscalation(sql, tenant, {
      ...{ alert: open, number: 1, to: [{ owner, destination: owner, channel: 'EMAIL', isNamed: true }], at: now },
    }),
  deleteOutbound: ({ sql }, tenant, { outbound: guid }) => outbound.deleteOutbound(sql, tenant, guid),
  insertOutbound: async ({ sql }, tenant, { at }) => {
    const host = { host: 'new', port: 1, forEveryone: false };
    await outbound.insertOutbound(sql, tenant, { guid: newGuid(), ...host, createdBy: 'x', createdAt: at });
  },
  isAdministrator: ({ sql }, tenant, { administrator }) => outbound.isAdministrator(sql, tenant, administrator),
  listOutboundRows: ({ sql }, tenant) => outbound.listOutboundRows(sql, tenant),
  lockTenantOfOutbound: async ({ sql }, tenant, { tenant: own }) => {
    const name = await outbound.lockTenant(sql, tenant);
    return name === 'Acme' || isLocked('tenant', own);
  },
  listMessages: ({ sql }, tenant) => messages.listMessages(sql, tenant, 'FAILED', null, 9),
  requeueMessage: ({ sql }, tenant, { failed, now }) => messages.requeueMessage(sql, tenant, failed, now),
  findRules: async ({ sql }, tenant) => (await findRules(sql, tenant)) !== null,
  saveRules: ({ sql }, tenant, { at }) =>
    saveRules(sql, tenant, { ...DEFAULT_RULES, acknowledgementTimeoutMinutes: 5 }, at),
  listRecipients: ({ sql }, tenant) => listRecipients(sql, [tenant]),
  deleteOwned: ({ sql }, tenant) => data.deleteOwned(sql, tenant),
  lockTenant: async ({ sql }, tenant, { tenant: own }) => {
    await data.lockTenant(sql, tenant);
    return isLocked('tenant', own);
  },
  seriesOf: ({ sql }, tenant) => data.seriesOf(sql, tenant),
  isDemoTenant: ({ prisma }, tenant) => isDemoTenant(prisma, tenant),
  getRevision: async ({ sql }, tenant, { revision }) => (await config.getRevision(sql, tenant)) === revision,
  incrementRevision: ({ sql }, tenant) => config.incrementRevision(sql, tenant),
  listRevisions: ({ sql }, tenant) => config.listRevisions(sql, [tenant]),
  closeGetStarted: ({ sql }, tenant, { at }) => started.closeGetStarted(sql, tenant, at),
  getStartedDecisions: async ({ sql }, tenant) => (await started.getStartedDecisions(sql, tenant)).notNeeded.length,
  setStepNeeded: ({ sql }, tenant) => started.setStepNeeded(sql, tenant, 'LOCATION', false),
  findTenantName: async ({ sql }, tenant) => (await findTenantName(sql, tenant)) === 'Acme',
  countSentries: async ({ sql }, tenant) => (await countSentries(sql, [tenant])).get(tenant),
  lockEdits: async ({ sql }, tenant, { tenant: own }) => {
    await lockEdits(sql, tenant);
    return isLocked('tenant', own);
  },
  getRetention: async ({ sql }, tenant) => (await retention.getRetention(sql, tenant)).READINGS === 77,
  findRetentionChange: async ({ sql }, tenant) => (await retention.findRetentionChange(sql, tenant)) !== null,
  misplacedDays: ({ sql }, tenant) => retention.misplacedDays(sql, tenant, 'reading_chunk', 1),
  saveRetention: ({ sql }, tenant) => retention.saveRetention(sql, tenant, { READINGS: 5 }, new Date(0)),
  storageSize: async ({ sql }, tenant) => (await retention.storageSize(sql, tenant, 'reading_chunk', 0)).bytes,
  consumeTotpStep: ({ prisma }, tenant, { owner }) => users.consumeTotpStep(prisma, tenant, owner, 5),
  countOtherAdmins: async ({ prisma }, tenant, { administrator }) =>
    (await users.countOtherAdmins(prisma, tenant, ABSENT)) -
    (await users.countOtherAdmins(prisma, tenant, administrator)),
  countUsers: async ({ prisma }, tenant) => (await users.countUsers(prisma, tenant)).users > 3,
  deleteUser: ({ prisma }, tenant, { owner }) => users.deleteUser(prisma, tenant, owner),
  findForeignLocations: async ({ prisma }, tenant, { location }) =>
    (await users.findForeignLocations(prisma, tenant, [location])).size === 0,
  findUserByEmail: async ({ prisma }, tenant, { owner }) => {
    const { email } = await prisma.user.findFirstOrThrow({ where: { guid: owner } });
    return users.findUserByEmail(prisma, tenant, email);
  },
  findUserOfTenant: ({ prisma }, tenant, { owner }) => users.findUserOfTenant(prisma, tenant, owner),
  listTenantUsers: ({ prisma }, tenant) => users.listTenantUsers(prisma, tenant),
  listUsersOfTenant: ({ prisma }, tenant) => users.listUsersOfTenant(prisma, tenant, '', null, 99),
  lockTenantUsers: async ({ sql }, tenant, { tenant: own }) => {
    await users.lockTenantUsers(sql, tenant);
    return isLocked('tenant', own);
  },
  markWelcomed: ({ prisma }, tenant, { owner, at }) => users.markWelcomed(prisma, tenant, owner, at),
  updateLastSeen: ({ prisma }, tenant, { owner, at }) => users.updateLastSeen(prisma, tenant, owner, at),
  updateUser: ({ prisma }, tenant, { owner, at }) =>
    users.updateUser(prisma, tenant, owner, { displayName: 'Other', lastUpdateTs: at }),
  lockSubscription: ({ sql }, tenant, { location }) => lockSubscription(sql, tenant, location),
};

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  things = await makeThings(world);
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, { things, other: world.neighbor }, (tx) =>
      call(tx, tenant, things),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

/** Takes a lock of a name, and no row: policies have no say in it. */
const NOT_BEHIND_THE_WALL = ['lockTamperReports'];
const WALLED = Object.entries(CALLS).filter(([name]) => !NOT_BEHIND_THE_WALL.includes(name));

test.each(WALLED)('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const scope = { things, other: world.neighbor, wall: wallOf(picket, tenant) };
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, scope, (tx) =>
      call(tx, world.tenant, things),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

test('deleteBulk: of the organization alone', async () => {
  const { db } = picket.platform;
  const own = (await data.seriesOf(db.console, world.tenant)).map(({ id }) => id);
  const count = async (): Promise<number> =>
    (
      await db.console.query(
        'SELECT 1 FROM frame f JOIN sentry s ON s.guid = f.sentry_guid WHERE s.tenant_guid = $1::uuid',
        [world.tenant],
      )
    ).rows.length;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  await data.deleteBulk(db, world.neighbor, [], async () => {});
  expect(await count()).toBe(before);
  await data.deleteBulk(db, world.tenant, own, async () => {});
  expect(await count()).toBe(0);
});
