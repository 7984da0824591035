/**
 * Store functions of sessions, devices and second factors, called with the tenant of another organization: they return nothing and change
 * nothing. Called with the right one each returns or changes something.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as factors from '../src/capabilities/auth/mfa/mfa-store.ts';
import * as devices from '../src/capabilities/auth/sessions/known-device-store.ts';
import * as sessions from '../src/capabilities/auth/sessions/session-store.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffect, wallOf } from './tenant-effects.ts';

let picket: Picket;
let world: AccessWorld;

const [HASH, OTHER_HASH] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
const passkeyOf = (userGuid: string, at: Date) => ({
  ...{ guid: newGuid(), userGuid, credentialId: newGuid(), publicKey: Buffer.alloc(1), counter: 1n },
  ...{ transports: [], name: 'Key', createdAt: at },
});

/** A user with one of everything. */
async function makeUser() {
  const { prisma } = picket.platform.db;
  const { tenant } = world;
  const at = new Date(picket.clock.now());
  const user = await world.colleague();
  const passkey = passkeyOf(user, at);
  await factors.insertPasskey(prisma, tenant, passkey);
  await factors.replaceRecoveryCodes(prisma, tenant, user, [HASH]);
  await devices.rememberDevice(prisma, tenant, user, HASH, at);
  const session = await prisma.session.findFirstOrThrow({ where: { userGuid: user } });
  return { user, at, later: new Date(at.getTime() + 1000), passkey: passkey.guid, session: session.guid };
}

type Call = (tx: Tx, tenant: string, one: Awaited<ReturnType<typeof makeUser>>) => Promise<unknown>;

const CALLS: Readonly<Record<string, Call>> = {
  listPasskeys: ({ prisma }, tenant, { user }) => factors.listPasskeys(prisma, tenant, user),
  insertPasskey: ({ prisma }, tenant, { user, at }) => factors.insertPasskey(prisma, tenant, passkeyOf(user, at)),
  updatePasskeyCounter: ({ prisma }, tenant, { passkey, at }) =>
    factors.updatePasskeyCounter(prisma, tenant, passkey, 2, at),
  deletePasskey: ({ prisma }, tenant, { user, passkey }) => factors.deletePasskey(prisma, tenant, user, passkey),
  deletePasskeysOfUser: ({ prisma }, tenant, { user }) => factors.deletePasskeysOfUser(prisma, tenant, user),
  replaceRecoveryCodes: ({ prisma }, tenant, { user }) =>
    factors.replaceRecoveryCodes(prisma, tenant, user, [OTHER_HASH]),
  consumeRecoveryCode: ({ prisma }, tenant, { user, at }) =>
    factors.consumeRecoveryCode(prisma, tenant, user, HASH, at),
  countRecoveryCodes: ({ prisma }, tenant, { user }) => factors.countRecoveryCodes(prisma, tenant, user),
  countDevices: ({ prisma }, tenant, { user }) => devices.countDevices(prisma, tenant, user),
  rememberDevice: ({ prisma }, tenant, { user, later }) =>
    devices.rememberDevice(prisma, tenant, user, OTHER_HASH, later),
  rememberDeviceAgain: ({ prisma }, tenant, { user, later }) =>
    devices.rememberDevice(prisma, tenant, user, HASH, later),
  forgetDevicesOfUser: ({ prisma }, tenant, { user }) => devices.forgetDevicesOfUser(prisma, tenant, user),
  renewSessionsOfUser: ({ prisma }, tenant, { user }) => sessions.renewSessionsOfUser(prisma, tenant, user),
  listSessions: ({ prisma }, tenant, { user, at }) =>
    sessions.listSessions(prisma, tenant, user, at, new Date(0), null, 9),
  hasSession: ({ prisma }, tenant, { user, session }) => sessions.hasSession(prisma, tenant, user, session),
  deleteSessionOfUser: ({ prisma }, tenant, { user, session }) =>
    sessions.deleteSessionOfUser(prisma, tenant, user, session),
  deleteSessionsOfUser: ({ prisma }, tenant, { user }) => sessions.deleteSessionsOfUser(prisma, tenant, user),
};

const TABLES = ['passkey', 'recovery_code', 'known_device', 'session'];
let one: Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  one = await makeUser();
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  const { db } = picket.platform;
  expect(await hasEffect(db, TABLES, (tx) => call(tx, world.tenant, one))).toBe(true);
  expect(await hasEffect(db, TABLES, (tx) => call(tx, world.neighbor, one))).toBe(false);
});

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const wall = wallOf(picket, tenant);
    const isEffective = await hasEffect(picket.platform.db, TABLES, (tx) => call(tx, world.tenant, one), { wall });
    expect(isEffective).toBe(tenant === world.tenant);
  }
});
