/** A device whose clock stands still sends the same time with each alert of its own. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { picketForTest } from './harness.ts';

const DAY = 86_400;

test('what is sent again is one alert while that is open, for a day; afterwards it is another one', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const at = formatInstant(picket.clock.now());
  const send = async (): Promise<string> => {
    const body = { severity: 250, message: 'Fan failed', at };
    const raised = await picket.call<{ guid: string }>('POST', '/sentry/alerts', { as: device, body });
    expect(raised.status).toBe(201);
    return raised.body.guid;
  };
  const own = async () => (await picket.alerts(`&sentry=${device.sentry}&kind=ALERT`)).map(({ guid }) => guid).sort();

  const first = await send();
  picket.clock.pass(3600);
  expect(await send()).toBe(first);
  picket.admin = await picket.signIn('admin@picket.example');
  await picket.call('POST', `/alerts/${first}/resolve`, { as: picket.admin });
  const second = await send();
  expect(await own()).toEqual([first, second].sort());
  expect(await send()).toBe(second);
  picket.clock.pass(DAY);
  // Nobody has resolved the last one: it is another one all the same.
  const third = await send();
  expect(await send()).toBe(third);
  picket.admin = await picket.signIn('admin@picket.example');
  expect(await own()).toEqual([first, second, third].sort());
  expect(
    (await picket.alerts(`&sentry=${device.sentry}&kind=ALERT&state=OPEN`)).map(({ raisedAt }) => raisedAt),
  ).toEqual([at, at]);
});
