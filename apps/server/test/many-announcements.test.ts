/** A source that announces many devices at once: they are discovered without waiting for a run of the job for each part of them. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { readAnnouncement } from '@picket/devices/read-announcement';
import { expect, onTestFinished, test } from 'vitest';
import { devicesOf } from '../src/capabilities/integrations/discovered-store.ts';
import { SeenSource } from '../src/capabilities/integrations/sources/seen-source.ts';
import { openPicket } from './harness.ts';

const UNKNOWN = { connectedAt: null, lastMessageAt: null, problem: null, protocol: null } as const;

/** What is announced of a thermometer. */
const thermometer = (index: number) =>
  readAnnouncement(
    `homeassistant/sensor/t${index}/temperature/config`,
    JSON.stringify({
      state_topic: `zigbee2mqtt/${index}`,
      device_class: 'temperature',
      unit_of_measurement: '°C',
      unique_id: `t${index}`,
      device: { identifiers: [`thermometer-${index}`], name: `Thermometer ${index}` },
    }),
    'homeassistant',
  );

async function openSource() {
  const picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: '127.0.0.1:1' } });
  onTestFinished(() => picket.close());
  const location = await picket.addLocation('Basel');
  const added = await picket.call<ResponseOf<'POST /integrations'>>('POST', '/integrations', {
    as: picket.admin,
    body: { name: 'Zigbee', location, address: 'mqtt://127.0.0.1:1' },
  });
  const { guid, gateway } = added.body;
  const { platform, server } = picket;
  const { rows } = await platform.db.console.query<{ tenant: string }>(
    'SELECT tenant_guid AS tenant FROM integration WHERE guid = $1::uuid',
    [guid],
  );
  const tenant = rows[0]?.tenant ?? '';
  const seen = await SeenSource.open(
    platform,
    { ingest: server.pipeline, configChanged: async () => {}, exportedSentries: async () => [] },
    { guid, tenant, gateway, reader: null },
  );
  onTestFinished(() => seen.close());
  const stored = async (): Promise<number> => (await devicesOf(platform.db.console, tenant, guid)).length;
  return { seen, stored, now: () => platform.clock.now() };
}

test('hundreds are stored in one run, and what comes meanwhile in the next', async () => {
  const { seen, stored, now } = await openSource();
  const announce = (from: number, to: number): void => {
    for (let index = from; index < to; index++) seen.registry.announce(`topic ${index}`, thermometer(index), now());
  };
  announce(0, 450);
  await seen.store(UNKNOWN);
  expect(await stored()).toBe(450);
  announce(450, 451);
  await seen.store(UNKNOWN);
  expect(await stored()).toBe(451);
});

test('after 2,000 of them other sources have their turn', async () => {
  const { seen, stored, now } = await openSource();
  for (let index = 0; index < 2100; index++) seen.registry.announce(`topic ${index}`, thermometer(index), now());
  await seen.store(UNKNOWN);
  expect(await stored()).toBe(2000);
  await seen.store(UNKNOWN);
  expect(await stored()).toBe(2100);
});
