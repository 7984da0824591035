import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import { IngestThrottle, type ThrottleReason } from './ingest-throttle.ts';

const actor = (tenant: string, guid: string): SentryActor => ({
  kind: 'sentry',
  guid,
  tenant,
  location: 'L',
  monitorRevision: 1,
  clockSkewed: false,
  reportIntervalSeconds: 60,
  credentialHash: Buffer.alloc(0),
});
const FREE = { rate: 0, burst: 1 };

test('what was not stored does not count', () => {
  const throttle = new IngestThrottle({ sentry: { rate: 1, burst: 100 }, tenant: FREE }, () => {});
  const sentry = actor('A', 'A1');
  for (let attempt = 0; attempt < 10; attempt++) throttle.admit(sentry, 1000, 0)();
  throttle.admit(sentry, 1000, 0);
  expect(() => throttle.admit(sentry, 0, 0)).toThrow('This sentry has sent more readings');
});

test('the limit that is reached is named; a sentry does not use up that of another', () => {
  const reasons: ThrottleReason[] = [];
  const throttle = new IngestThrottle({ sentry: { rate: 1, burst: 100 }, tenant: { rate: 1, burst: 300 } }, (reason) =>
    reasons.push(reason),
  );
  throttle.admit(actor('A', 'A1'), 100, 0);
  expect(() => throttle.admit(actor('A', 'A1'), 1, 0)).toThrow('This sentry');
  throttle.admit(actor('A', 'A2'), 200, 0);
  expect(() => throttle.admit(actor('A', 'A3'), 1, 0)).toThrow('The sentries of this organization');
  throttle.admit(actor('B', 'B1'), 1, 0);
  expect(reasons).toEqual(['sentry_rate', 'tenant_rate']);
});

test('with the default limits a day of minutes passes at once, from a sentry with the most series there are', () => {
  const { ingestLimits } = readConfig({ DATABASE_URL: 'postgres://localhost/picket', PICKET_DATA_DIR: '/nowhere' });
  const throttle = new IngestThrottle(ingestLimits, () => {});
  for (let minute = 0; minute < 1440; minute++) throttle.admit(actor('A', 'A1'), 512, 0);
  // And all that a sentry can measure each second, for as long as it likes.
  for (let second = 0; second < 10_000; second++) throttle.admit(actor('A', 'A1'), 512, second * 1000);
});

test('with the default limits 600 sentries of an organization send a day of minutes at once', () => {
  const { ingestLimits } = readConfig({ DATABASE_URL: 'postgres://localhost/picket', PICKET_DATA_DIR: '/nowhere' });
  const throttle = new IngestThrottle(ingestLimits, () => {});
  for (let sentry = 0; sentry < 600; sentry++)
    for (let report = 0; report < 6; report++) throttle.admit(actor('A', `A${sentry}`), 4800, 0);
});
