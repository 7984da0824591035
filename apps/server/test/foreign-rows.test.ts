/**
 * What one organization stores, naming a location, sentry, zone, policy or user of another one: refused, and nothing is
 * stored. With the same of its own each is stored, so that none is refused for another reason.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as assets from '../src/capabilities/assets/asset-store.ts';
import { insertWindow } from '../src/capabilities/notifications/maintenance/maintenance-store.ts';
import { insertInstallation, insertSentry } from '../src/capabilities/sentries/sentry-store.ts';
import { insertUser, replacePermissions } from '../src/capabilities/users/user-store.ts';
import { saveSubscription } from '../src/capabilities/weather/weather-store.ts';
import { insertZone } from '../src/capabilities/zones/zone-store.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket } from './harness.ts';

let picket: Picket;
let at: Date;

const NOTHING = { serialNumber: null, reportIntervalSeconds: 60, attributes: {} };
const ASSET = { kind: 'rack', zoneGuid: null, sentryGuid: null, gridRow: null, gridColumn: null, attributes: {} };
/** A name that is not taken. */
const named = () => {
  const name = newGuid();
  return { name, nameKey: name };
};
const zoneAt = (locationGuid: string) => ({
  ...{ guid: newGuid(), locationGuid, ...named(), sensorMetricIds: ['thermal_temperature'], rows: 1, columns: 1 },
  ...{ exclusions: ['.'], revision: 1, sentryGuid: null, parentGuid: null, policyGuid: null },
  ...{ createdAt: at, lastUpdateTs: at },
});

/** One of everything of an organization. */
async function makeThings(tenant: string) {
  const { prisma } = picket.platform.db;
  const [location, sentry, policy, user] = [newGuid(), newGuid(), newGuid(), newGuid()];
  const made = { tenantGuid: tenant, createdAt: at, lastUpdateTs: at };
  await prisma.location.create({ data: { ...made, ...named(), guid: location, timezone: 'UTC' } });
  await insertSentry(prisma, tenant, location, sentry, { ...named(), ...NOTHING }, at);
  await prisma.policy.create({ data: { ...made, ...named(), guid: policy, version: 1 } });
  await prisma.user.create({ data: { ...made, guid: user, email: `${user}@example.org` } });
  const zone = await insertZone(prisma, tenant, zoneAt(location));
  const asset = await assets.insertAsset(prisma, tenant, location, newGuid(), { ...named(), ...ASSET }, at);
  return { tenant, location, sentry, policy, user, zone: zone.guid, asset };
}

type Things = Awaited<ReturnType<typeof makeThings>>;
/** Stores something of `own`, which names one thing of `other`. */
type Call = (tx: Tx, own: Things, other: Things) => Promise<unknown>;

const insertZoneWith = ({ prisma }: Tx, own: Things, part: object): Promise<unknown> =>
  insertZone(prisma, own.tenant, { ...zoneAt(own.location), ...part });
const insertAssetWith = ({ prisma }: Tx, own: Things, location: string, part: object): Promise<unknown> =>
  assets.insertAsset(prisma, own.tenant, location, newGuid(), { ...named(), ...ASSET, ...part }, at);

const CALLS: Readonly<Record<string, Call>> = {
  'a sentry at a location': ({ prisma }, { tenant }, { location }) =>
    insertSentry(prisma, tenant, location, newGuid(), { ...named(), ...NOTHING }, at),
  'an installation of a sentry': ({ prisma }, { tenant, location }, { sentry }) =>
    insertInstallation(prisma, tenant, {
      guid: newGuid(),
      sentryGuid: sentry,
      locationGuid: location,
      installedAt: at,
    }),
  'an installation at a location': ({ prisma }, { tenant, sentry }, { location }) =>
    insertInstallation(prisma, tenant, {
      guid: newGuid(),
      sentryGuid: sentry,
      locationGuid: location,
      installedAt: at,
    }),
  'a zone at a location': (tx, own, { location }) => insertZoneWith(tx, own, { locationGuid: location }),
  'a zone of a sentry': (tx, own, { sentry }) => insertZoneWith(tx, own, { sentryGuid: sentry }),
  'a zone of a policy': (tx, own, { policy }) => insertZoneWith(tx, own, { policyGuid: policy }),
  'a zone in a zone': (tx, own, { zone }) => insertZoneWith(tx, own, { parentGuid: zone }),
  'an asset at a location': (tx, own, { location }) => insertAssetWith(tx, own, location, {}),
  'an asset in a zone': (tx, own, { zone }) => insertAssetWith(tx, own, own.location, { zoneGuid: zone }),
  'an asset in the picture of a sentry': (tx, own, { sentry }) =>
    insertAssetWith(tx, own, own.location, { sentryGuid: sentry, gridRow: 0, gridColumn: 0 }),
  'an asset moved to a zone': ({ prisma }, { tenant, asset }, { zone }) =>
    assets.updateAsset(prisma, tenant, asset, { zoneGuid: zone }, at),
  'maintenance at a location': ({ sql }, { tenant }, { location }) =>
    insertWindow(
      sql,
      tenant,
      { guid: newGuid(), location, startsAt: at.getTime(), endsAt: at.getTime() + 1000, reason: '', byName: 'x' },
      at.getTime(),
    ),
  'the weather at a location': ({ sql }, { tenant }, { location }) =>
    saveSubscription(sql, tenant, { location, provider: 'NWS', by: 'x' }, at.getTime()),
  'a user with a role at a location': ({ prisma }, { tenant }, { location }) =>
    insertUser(prisma, {
      ...{ guid: newGuid(), tenantGuid: tenant, email: 'new@example.org', displayName: null, passwordHash: null, at },
      permissions: [{ guid: newGuid(), role: 'VIEWER', location }],
    }),
  'a role at a location': ({ prisma }, { tenant, user }, { location }) =>
    replacePermissions(prisma, tenant, user, [{ guid: newGuid(), role: 'VIEWER', location }]),
  'a role of a user': ({ prisma }, { tenant, location }, { user }) =>
    replacePermissions(prisma, tenant, user, [{ guid: newGuid(), role: 'VIEWER', location }]),
};

const TABLES = `sentry installation zone asset maintenance_window location_weather user_account permission`.split(
  /\s+/u,
);

async function contentsOf({ sql }: Tx): Promise<string> {
  const sums = TABLES.map(
    (name) => `(SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${name} t) AS ${name}`,
  );
  const { rows } = await sql.query(`SELECT ${sums.join(', ')}`);
  return JSON.stringify(rows[0]);
}

/** What Prisma, a key of the database or a store refuses because what is named does not exist in the organization. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && ['P2003', 'P2025', '23503'].includes(String(error.code))) ||
    error.message.endsWith('does not exist'));

class Undo extends Error {}

/** Whether the call stored something; it is undone. */
async function isStored(call: Call, own: Things, other: Things): Promise<boolean> {
  let isChanged = false;
  const undone = picket.platform.db.inTx(async (tx) => {
    const before = await contentsOf(tx);
    await call(tx, own, other);
    isChanged = (await contentsOf(tx)) !== before;
    throw new Undo();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undo || isRefusal(error))) throw error;
  });
  return isChanged;
}

let ours: Things;
let theirs: Things;

beforeAll(async () => {
  picket = await openPicket();
  at = new Date(picket.clock.now());
  ours = await makeThings((await picket.addTenant('Ours')).tenant);
  theirs = await makeThings((await picket.addTenant('Theirs')).tenant);
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: stored of its own organization, refused of another one', async (_, call) => {
  expect(await isStored(call, ours, ours)).toBe(true);
  expect(await isStored(call, ours, theirs)).toBe(false);
});

test('an asset outlives its zone, without one', async () => {
  const { prisma } = picket.platform.db;
  await picket.platform.db.inTx(async (tx) => {
    const zone = await insertZone(tx.prisma, ours.tenant, zoneAt(ours.location));
    await assets.updateAsset(tx.prisma, ours.tenant, ours.asset, { zoneGuid: zone.guid }, at);
    await assets.forgetZone(tx, theirs.tenant, zone.guid);
    expect(await tx.prisma.asset.count({ where: { zoneGuid: zone.guid } })).toBe(1);
    await assets.forgetZone(tx, ours.tenant, zone.guid);
    await tx.prisma.zone.delete({ where: { tenantGuid_guid: { tenantGuid: ours.tenant, guid: zone.guid } } });
  });
  expect(await prisma.asset.findFirstOrThrow({ where: { guid: ours.asset.guid } })).toMatchObject({ zoneGuid: null });
});
