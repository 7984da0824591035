/** Passwords that are changed or reset while something else is under way. */
import { encodePassword } from '@picket/contracts/client';
import { expect, test } from 'vitest';
import { hashPasswordFor } from '../src/capabilities/auth/index.ts';
import { ADMIN, OTHER, signedIn, whileWaiting } from './browsers-that-sign-in.ts';
import { PASSWORD, picketForTest } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

const RESET = 'a pass phrase of their own';

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
