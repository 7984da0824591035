/** Passwords that are changed or reset while something else is under way. */
import { encodePassword } from '@picket/contracts/client';
import { expect, test } from 'vitest';
import { hashPasswordFor, processResetRequests } from '../src/capabilities/auth/index.ts';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { ADMIN, OTHER, signedIn, whileWaiting } from './browsers-that-sign-in.ts';
import { PASSWORD, picketForTest } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

const RESET = 'a pass phrase of their own';
const BOTH = 'ann@many.example';

test('a change of the password that is under way ends with a reset', async () => {
  const picket = await picketForTest();
  const thief = await signedIn(picket);
  const passwordHash = await hashPasswordFor(picket.platform, ADMIN, RESET);
  const change = { oldPassword: encodePassword(PASSWORD), newPassword: encodePassword(OTHER) };
  const changed = await whileWaiting(
    picket,
    async ({ prisma }) => {
      await prisma.user.updateMany({ where: { email: ADMIN }, data: { passwordHash } });
      await prisma.session.deleteMany();
    },
    () => thief.call('POST', '/auth/change-password', change),
  );
  expect(changed.status).toBe(401);
  expect((await new TestBrowser(picket).logIn(ADMIN, OTHER)).status).toBe(401);
  await signedIn(picket, ADMIN, RESET);
});

test('a reset and a change that ends its link do not wait for each other', async () => {
  const picket = await picketForTest();
  await picket.call('POST', '/auth/forgot-password', { body: { email: ADMIN } });
  await picket.deliver();
  const token = /reset-password\/([\w-]+)/u.exec(picket.terminalLines.at(-1) ?? '')?.[1];
  const browser = new TestBrowser(picket);
  const reset = await whileWaiting(
    picket,
    ({ sql }) => sql.query('SELECT 1 FROM user_account WHERE email = $1 FOR NO KEY UPDATE', [ADMIN]),
    () => browser.call('POST', `/auth/reset-password/${token}`, { newPassword: encodePassword(RESET) }),
    ({ prisma }) => prisma.oneTimeToken.deleteMany({ where: { kind: 'FORGOT_PASSWORD' } }),
  );
  expect(reset.status).toBe(410);
  await signedIn(picket);
});

test('requests of resets lock the audit logs of their organizations in one order', async () => {
  const picket = await picketForTest();
  const { prisma } = picket.platform.db;
  const tenants: string[] = [];
  for (const name of ['Alpha', 'Beta']) {
    const { tenant } = await picket.addTenant(name);
    await createAdministrator(picket.platform, tenant, { email: BOTH, password: PASSWORD });
    tenants.push(tenant);
  }
  const [first = '', last = ''] = tenants.toSorted();
  // Made in the opposite order.
  const created = [
    [first, 2],
    [last, 1],
  ] as const;
  for (const [tenantGuid, day] of created)
    await prisma.user.updateMany({
      where: { tenantGuid, email: BOTH },
      data: { createdAt: new Date(day * 86_400_000) },
    });
  await picket.call('POST', '/auth/forgot-password', { body: { email: BOTH } });
  const lock =
    (tenant: string) =>
    ({ sql }: Tx) =>
      sql.query('SELECT 1 FROM audit_head WHERE tenant_guid = $1::uuid FOR UPDATE', [tenant]);
  const requests = await whileWaiting(
    picket,
    lock(first),
    () => processResetRequests(picket.platform),
    // As a change does that is written to both.
    lock(last),
  );
  expect(requests).toBe(1);
  const entries = await prisma.auditEntry.findMany({ where: { action: 'PASSWORD_RESET_REQUESTED' } });
  expect(entries.map(({ tenantGuid }) => tenantGuid).toSorted()).toEqual([first, last]);
});

test('of two changes of the password at once in one session, the second one needs the new password', async () => {
  const picket = await picketForTest();
  const browser = await signedIn(picket);
  const passwordHash = await hashPasswordFor(picket.platform, ADMIN, RESET);
  const change = { oldPassword: encodePassword(PASSWORD), newPassword: encodePassword(OTHER) };
  const second = await whileWaiting(
    picket,
    ({ prisma }) => prisma.user.updateMany({ where: { email: ADMIN }, data: { passwordHash } }),
    () => browser.call<{ errors?: unknown }>('POST', '/auth/change-password', change),
  );
  expect(second).toMatchObject({ status: 400, body: { errors: [{ name: 'oldPassword' }] } });
});
