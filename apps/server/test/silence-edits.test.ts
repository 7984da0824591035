/** Edits of a policy on silence with an onset delay, while the sentry is silent. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { picketForTest } from './harness.ts';

/** A sentry that has just reported, and a policy on its silence. */
async function openSilent(onsetDelay: number) {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const definition = (delay: number) => ({
    violations: [
      {
        description: 'Silent',
        severity: 400,
        onsetDelay: delay,
        conditions: [{ sensorMetricId: 'sentry_silence', column: 'seconds', operator: 'GREATER_THAN', threshold: 120 }],
      },
    ],
  });
  const made = await picket.call<{ guid: string }>('POST', '/policies', {
    as: picket.admin,
    body: { name: 'Quiet', definition: definition(onsetDelay) },
  });
  const report = () => picket.report(device, []);
  await report();
  await picket.tick();
  /** The platform lives on: its heartbeat says so. */
  const live = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 20) {
      picket.clock.pass(20);
      await picket.heartbeat();
    }
    await picket.tick();
  };
  const setOnset = async (delay: number): Promise<void> => {
    const answer = await picket.call('PATCH', `/policies/${made.body.guid}`, {
      as: picket.admin,
      body: { definition: definition(delay) },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await picket.tick();
  };
  const alerts = async () =>
    (await picket.alerts(`&sentry=${device.sentry}&policy=${made.body.guid}`)).filter(
      ({ kind }) => kind !== 'POLICY_CHANGE_ALERT',
    );
  return { picket, report, live, setOnset, alerts, now: () => formatInstant(picket.clock.now()) };
}

test('an alert that a shorter onset raises ends with the next report', async () => {
  const { report, live, setOnset, alerts, now } = await openSilent(600);
  await live(500);
  expect(await alerts()).toEqual([]);
  const raisedAt = now();
  await setOnset(300);
  expect(await alerts()).toMatchObject([{ state: 'OPEN', raisedAt }]);
  await live(40);
  expect(await alerts()).toHaveLength(1);
  await report();
  expect(await alerts()).toMatchObject([{ state: 'CLEARED', raisedAt, clearedAt: now() }]);
});

test('an open alert keeps its time when its onset becomes shorter, and ends with the next report', async () => {
  const { picket, report, live, setOnset, alerts, now } = await openSilent(300);
  const raisedAt = formatInstant(picket.clock.now() + 420_000);
  await live(1000);
  const [before] = await alerts();
  expect(before).toMatchObject({ state: 'OPEN', raisedAt });
  await setOnset(200);
  expect(await alerts()).toMatchObject([{ guid: before?.guid, state: 'OPEN', raisedAt }]);
  await report();
  expect(await alerts()).toMatchObject([{ guid: before?.guid, state: 'CLEARED', raisedAt, clearedAt: now() }]);
  expect(await alerts()).toHaveLength(1);
});
