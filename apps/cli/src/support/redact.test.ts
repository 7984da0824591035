import { SETTINGS } from '@picket/server/commands';
import { expect, test } from 'vitest';
import { describeError, describeSettings, findSecrets, redact } from './redact.ts';

test('a value is shown where its setting may be shown and it has the form of it', () => {
  const shown = describeSettings([...SETTINGS, 'PICKET_LATER'], {
    PORT: '8080',
    PICKET_WORKERS: 'hunter2',
    PICKET_LOG_LEVEL: 'debug',
    PICKET_SMTP_URL: 'smtps://user:pw@mail.example.org',
    PICKET_LATER: '1',
    PICKET_WEATHER: '',
  });
  expect(shown).toMatchObject({
    PORT: '8080',
    PICKET_WORKERS: 'set, not shown',
    PICKET_LOG_LEVEL: 'debug',
    PICKET_SMTP_URL: 'set, not shown',
    PICKET_LATER: 'set, not shown',
    PICKET_WEATHER: 'not set',
    DATABASE_URL: 'not set',
  });
  expect(Object.keys(shown).length).toBe(SETTINGS.length + 1);
});

test('with a secret in every setting, no value is shown', () => {
  const planted = Object.fromEntries(SETTINGS.map((name) => [name, `5ecret of ${name}`]));
  expect(new Set(Object.values(describeSettings(SETTINGS, planted)))).toEqual(new Set(['set, not shown']));
});

test('texts lose the values of settings, credentials in addresses, and addresses of people', () => {
  const secrets = findSecrets(SETTINGS, {
    DATABASE_URL: 'postgres://picket:p%40ssword@db.example.org/picket',
    PICKET_WORKERS: '4',
    PICKET_OIDC_CLIENT_SECRET: 'open sesame',
  });
  const text =
    'p%40ssword and p@ssword at db.example.org, open sesame, 4 workers, smtp://a:b@c.example, ann@example.org';
  expect(redact(text, secrets)).toBe(
    '[not shown] and [not shown] at [not shown], [not shown], 4 workers, smtp://[not shown]@c.example, [address]',
  );
});

test('of an error of the log the fields that explain it are left', () => {
  const line = JSON.stringify({
    level: 50,
    time: 'now',
    msg: 'failed',
    body: { password: 'x' },
    req: { method: 'GET', path: '/api/v1/alerts', cookie: 'x' },
    err: { type: 'Error', message: 'no', stack: 'Error: no', connectionString: 'x' },
  });
  expect(describeError(line)).toEqual({
    level: 50,
    time: 'now',
    msg: 'failed',
    req: { method: 'GET', path: '/api/v1/alerts' },
    err: { type: 'Error', message: 'no', stack: 'Error: no' },
  });
  expect(describeError('{"level":50,"cut o')).toBe(null);
});
