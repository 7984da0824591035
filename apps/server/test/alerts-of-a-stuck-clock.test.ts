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
  // Of the database: a day later nobody is signed in.
  const own = async () => {
    const { rows } = await picket.platform.db.console.query<{ guid: string; state: string; at: Date }>(
      `SELECT guid, state, raised_at AS at FROM alert WHERE sentry_guid = $1::uuid AND kind = 'ALERT' ORDER BY created_at, state DESC`,
      [device.sentry],
    );
    return rows.map((row) => [row.guid, row.state, formatInstant(row.at.getTime())]);
  };

  const first = await send();
  picket.clock.pass(60);
  expect(await send()).toBe(first);
  const resolved = await picket.call('POST', `/alerts/${first}/resolve`, { as: picket.admin });
  expect(resolved.status).toBe(200);
  const second = await send();
  expect(await send()).toBe(second);
  expect(await own()).toEqual([
    [first, 'RESOLVED', at],
    [second, 'OPEN', at],
  ]);
  picket.clock.pass(DAY);
  // Nobody has resolved the last one: it is another one all the same.
  const third = await send();
  expect(await send()).toBe(third);
  expect((await own()).slice(1)).toEqual([
    [second, 'OPEN', at],
    [third, 'OPEN', at],
  ]);
});
