/** Escalation of alerts that follow from another one. */
import { exceedsCause } from '@picket/domain/incidents';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { lockEscalating } from '../src/capabilities/notifications/escalation/escalation-store.ts';
import { exceedsCauseIn } from '../src/capabilities/notifications/escalation/exceeds-cause.ts';
import { picketForTest } from './harness.ts';
import { detail, openWorld, pass, raise } from './notification-world.ts';

const SEVERITIES = [0, 99, 100, 101, 199, 200, 240, 299, 300, 360, 999];

test('statements and composing agree on which alert exceeds its cause', async () => {
  const { console: sql } = (await picketForTest()).platform.db;
  const cases = SEVERITIES.flatMap((severity) =>
    SEVERITIES.flatMap((cause) => [true, false].map((isLoss) => ({ severity, cause, isLoss }))),
  );
  const { rows } = await sql.query<{ exceeds: boolean }>(
    `SELECT ${exceedsCauseIn('a', 'r')} AS exceeds
       FROM unnest($1::smallint[], $2::smallint[], $3::text[]) WITH ORDINALITY AS x(severity, "ofCause", cause, place)
       CROSS JOIN LATERAL (SELECT x.severity, x.cause) a CROSS JOIN LATERAL (SELECT x."ofCause" AS severity) r ORDER BY x.place`,
    [
      cases.map(({ severity }) => severity),
      cases.map(({ cause }) => cause),
      cases.map(({ isLoss }) => (isLoss ? 'POWER' : null)),
    ],
  );
  expect(rows.map(({ exceeds }) => exceeds)).toEqual(cases.map((one) => exceedsCause(one, one.cause)));
});

test('a power cut: the silence that is notified by itself escalates, what is covered by it does not', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  const devices = [
    await picket.addDevice(location, { name: 'Wall', reportIntervalSeconds: 30 }),
    await picket.addDevice(location, { name: 'Door', reportIntervalSeconds: 30 }),
  ];
  for (const onBattery of [0, 0, 1, 1, 1, 1]) {
    for (const device of devices)
      await picket.report(device, [
        { sensorMetricId: 'power_onBattery', at: formatInstant(picket.clock.now()), values: { value: onBattery } },
      ]);
    await pass(world, 30);
  }
  // Their batteries are empty.
  await pass(world, 1100, 20);
  const silent = (await picket.alerts('&state=OPEN')).filter(
    ({ violation }) => violation === 'No report for 15 minutes',
  );
  expect(silent.map(({ root }) => root !== undefined)).toEqual([true, true]);
  mailbox.clear();
  await pass(world, 1300, 20);
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Still on, 2\d min, second notification: No report for 15 minutes at Cold store$/u),
  ]);
  const details = await Promise.all(silent.map(({ guid }) => detail(world, guid)));
  const escalated = details.filter(({ timeline }) => timeline.some(({ code }) => code === 'ESCALATED'));
  expect(escalated).toHaveLength(1);
  const raised = details.map(({ deliveries }) => deliveries.map(({ change, state }) => `${change} ${state}`));
  expect(raised.sort()).toEqual([['RAISED SENT', 'REMINDER SENT'], ['RAISED SUPPRESSED']]);
});

test('a cause that is muted does not keep what follows from it from escalating', async () => {
  const world = await openWorld();
  const { clock, platform } = world.picket;
  const { console: sql, prisma } = platform.db;
  const { guid: tenant } = await prisma.tenant.findFirstOrThrow({ where: { isAdminTenant: true } });
  const [cause, consequence] = [await raise(world, 'Power', 400), await raise(world, 'Silence', 400)];
  await sql.query('UPDATE alert SET root_guid = $2::uuid WHERE guid = $1::uuid', [consequence, cause]);
  const escalating = async (): Promise<readonly string[]> =>
    (await lockEscalating(sql, [tenant], clock.now(), 9)).map(({ guid }) => guid);
  expect(await escalating()).toEqual([cause]);
  const unmuteAt = new Date(clock.now() + 3_600_000);
  await sql.query('UPDATE alert SET muted = true, unmute_at = $2::timestamptz WHERE guid = $1::uuid', [
    cause,
    unmuteAt,
  ]);
  expect(await escalating()).toEqual([consequence]);
});
