/** What new connections lead to: the servers' are ended again and again while somebody signs in. */
import { encodePassword } from '@picket/contracts/client';
import { expect } from 'vitest';
import { ADMIN } from './recorded-run.ts';

const SIGN_INS_WITHIN_MS = 120_000;

/** The status of signing in; a 503 says when to try again. */
export async function signIn(base: string): Promise<number> {
  const answer = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: ADMIN.PICKET_ADMIN_EMAIL,
      password: encodePassword(ADMIN.PICKET_ADMIN_PASSWORD),
    }),
  });
  await answer.body?.cancel();
  if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/u);
  return answer.status;
}

/** For `ms` all connections of the servers are ended twice a second, by `endAll`: the new ones lead to the primary. */
export async function watchNewConnections(base: string, endAll: () => Promise<unknown>, ms: number): Promise<void> {
  const startedAt = performance.now();
  const wanted = Math.ceil(ms / 2000);
  let signIns = 0;
  // A slow machine needs longer for as many.
  while (
    performance.now() < startedAt + ms ||
    (signIns < wanted && performance.now() < startedAt + SIGN_INS_WITHIN_MS)
  ) {
    await endAll();
    const status = await signIn(base);
    // A connection that was just ended may be met; but no sign-in may be refused as unknown.
    expect([200, 503]).toContain(status);
    if (status === 200) signIns += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(signIns).toBeGreaterThanOrEqual(wanted);
}
