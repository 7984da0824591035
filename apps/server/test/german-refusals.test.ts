/** Refusals in the language of a person in a browser; everybody else gets the English sentences, letter for letter. */
import { encodePassword } from '@picket/contracts/client';
import { expect, test } from 'vitest';
import { PASSWORD, type Picket, picketForTest, type Session } from './harness.ts';
import type { Refusal } from './invited-users.ts';

const IN_GERMAN = { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' };
const LAST_ADMINISTRATOR = 'You are the last administrator; make another user an administrator first';

const asked = async (picket: Picket, method: 'GET' | 'POST' | 'DELETE', path: string, as: Session, body?: unknown) => {
  const answer = await picket.call<Refusal>(method, path, { as, body, headers: IN_GERMAN });
  const { message, errors } = answer.body;
  return { status: answer.status, message, errors, isStored: answer.headers['cache-control'] !== 'no-store' };
};

test('a person in a browser reads the language that it asks for, a token and a person who asks for none read English', async () => {
  const picket = await picketForTest();
  const removeMe = (as: Session, headers: Record<string, string>) =>
    picket.call<Refusal>('DELETE', '/users/my-profile', { as, headers });
  const inGerman = await asked(picket, 'DELETE', '/users/my-profile', picket.admin);
  expect(inGerman).toEqual({
    status: 400,
    message: 'Die Angaben sind nicht gültig',
    errors: [
      {
        name: 'user',
        message: 'Sie sind der letzte Administrator; machen Sie zuerst einen anderen Benutzer zum Administrator',
      },
    ],
    isStored: false,
  });
  for (const headers of [{}, { 'accept-language': 'en' }, { 'accept-language': 'fr' }, { 'accept-language': ';;q=de' }])
    expect((await removeMe(picket.admin, headers)).body).toMatchObject({
      message: 'Request validation failed',
      errors: [{ name: 'user', message: LAST_ADMINISTRATOR }],
    });
  const made = await picket.call<{ token: string }>('POST', '/api-tokens', {
    as: picket.admin,
    body: { name: 'Script', days: 30, permissions: [{ role: 'ADMIN' }] },
  });
  const byToken = await picket.call<Refusal>('POST', '/locations', {
    as: { sentry: '', token: made.body.token },
    body: { name: 'a/b', timezone: 'Europe/Zurich' },
    headers: IN_GERMAN,
  });
  expect(byToken.body).toMatchObject({
    message: 'Normalidation Failed',
    errors: [{ name: 'name', message: 'disallowed characters' }],
  });
});

test('sentences with values, those of schemas and names, and what is refused before anything runs', async () => {
  const picket = await picketForTest();
  const ask = (method: 'GET' | 'POST', path: string, body?: unknown) => asked(picket, method, path, picket.admin, body);
  const lost = await ask('POST', '/locations', { name: 'Vault', timezone: 'Mars/Base' });
  expect(lost.errors).toContainEqual({ name: 'timezone', message: 'ist keine gültige Zeitzone' });
  const named = await ask('POST', '/locations', { name: 'a/b', timezone: 'Europe/Zurich' });
  expect(named).toMatchObject({
    message: 'Der Name ist nicht gültig',
    errors: [{ name: 'name', message: 'Der Name enthält Zeichen, die nicht erlaubt sind' }],
  });
  const short = await ask('POST', '/auth/change-password', {
    oldPassword: encodePassword(PASSWORD),
    newPassword: encodePassword('kurz'),
  });
  expect(short.errors).toEqual([
    { name: 'newPassword', message: 'Verwenden Sie mindestens 15 Zeichen (jetzt sind es 4).' },
  ]);
  const viewer = await picket.addPerson('VIEWER');
  const refused = await asked(picket, 'POST', '/locations', viewer, { name: 'Vault', timezone: 'Europe/Zurich' });
  expect(refused).toMatchObject({ status: 403, message: 'Dazu fehlt Ihnen die Berechtigung' });
  const inEnglish = await picket.call<{ message: string }>('POST', '/locations', {
    as: viewer,
    body: { name: 'Vault', timezone: 'Europe/Zurich' },
  });
  expect(inEnglish.body.message).toBe('permission not satisfied');
  // Nobody is signed in, and no browser asks: nothing says in whose language.
  expect((await asked(picket, 'GET', '/locations', { cookie: '' })).message).toBe('Sign in first');
});

test('before the sign-in a browser reads the language that it asks for', async () => {
  const picket = await picketForTest();
  const signIn = (headers: Record<string, string>) =>
    picket.call<Refusal>('POST', '/auth/login', {
      body: { username: 'admin@picket.example', password: encodePassword('wrong') },
      headers: { ...IN_GERMAN, ...headers },
    });
  expect((await signIn({})).body.message).toBe('E-mail or password is wrong');
  for (const browser of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:80' }])
    expect((await signIn(browser)).body.message).toBe('E-Mail-Adresse oder Passwort ist falsch');
  // What a device is refused with is compared by its program.
  const device = await picket.call<Refusal>('GET', '/sentry/config', {
    headers: { ...IN_GERMAN, authorization: 'Bearer unknown' },
  });
  expect(device.body.message).toBe('Sign in first');
});
