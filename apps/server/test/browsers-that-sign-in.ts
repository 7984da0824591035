/** Browsers of people who sign in, with and without a second factor. */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import type { Tx } from '../src/platform/db/database.ts';
import { type Answer, PASSWORD, type Picket } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

export const ADMIN = 'admin@picket.example';

/** A password other than that of the harness. */
export const OTHER = 'another quiet pass phrase';

export const MFA = '/users/my-profile/mfa';

type Challenge = Extract<LoginOutcome, { challenge: string }>;

export const kindOf = (answer: Answer<LoginOutcome>) => answer.body.kind;

export const challengeOf = (answer: Answer<LoginOutcome>): Challenge => {
  if (answer.body.kind === 'LOGIN_SUCCESS') throw new Error('there was no challenge');
  return answer.body;
};

export const me = (browser: TestBrowser) =>
  browser.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile');

/** A browser of somebody who signed in without being asked for more. */
export async function signedIn(picket: Picket, email = ADMIN, password = PASSWORD): Promise<TestBrowser> {
  const browser = new TestBrowser(picket);
  const answer = await browser.logIn(email, password);
  expect(kindOf(answer)).toBe('LOGIN_SUCCESS');
  return browser;
}

/** The code an authenticator app would show now. */
export const codeOf = (picket: Picket, secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(picket.clock.now() / 1000) + steps * 30 });

/** Sets up an authenticator app, and waits until its next code. */
export async function withApp(
  picket: Picket,
  browser: TestBrowser,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const offer = await browser.call<{ secret: string; uri: string }>('POST', `${MFA}/totp`);
  expect(offer.body.uri).toMatch(/^otpauth:\/\/totp\/Picket/u);
  const { secret } = offer.body;
  const done = await browser.call<{ recoveryCodes: string[] }>('POST', `${MFA}/totp/confirm`, {
    code: codeOf(picket, secret),
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  picket.clock.pass(60);
  return { secret, recoveryCodes: done.body.recoveryCodes };
}

/** What comes of what is sent within a transaction, after `hold`, and waits for what that locks until `change` is committed. */
export async function whileWaiting<Result>(
  picket: Picket,
  hold: (tx: Tx) => Promise<unknown>,
  send: () => Promise<Result>,
  change: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<Result> {
  const { db } = picket.platform;
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  let isAnswered = false;
  const sent = await db.inTx(async (tx) => {
    await hold(tx);
    const request = send().finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => isAnswered || (await db.console.query(waiting)).rows.length > 0).toBe(true);
    await change(tx);
    return [request];
  });
  const [answer] = await Promise.all(sent);
  if (answer === undefined) throw new Error('nothing was sent');
  return answer;
}
