/**
 * A source whose broker has kept thousands of announcements: the time from its addition until all devices are among the discovered ones with all
 * their entities, and the memory of the server meanwhile, beside JSON.parse of the same bytes.
 */
import { openClient } from '@picket/server/database-connections';
import { ANNOUNCEMENTS_OF_DEVICE, addBroker, announcementsOf } from './adopted-devices.ts';
import { startBenchBroker } from './bench-broker.ts';
import { sleep, startBenchServer } from './bench-server.ts';
import { MessagePublisher } from './message-publisher.ts';
import { memoryOf } from './process-memory.ts';

const MB = 1_048_576;
const POLL_MS = 100;

export async function benchAnnouncements(devices: number): Promise<void> {
  const broker = await startBenchBroker();
  const server = await startBenchServer({ PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${broker.port}` });
  try {
    const announcements = Array.from({ length: devices }, (_, index) => announcementsOf(index)).flat();
    const publisher = await MessagePublisher.open(broker.port);
    await publisher.publish(announcements, { retain: true });
    publisher.close();
    const { guid: location } = await server.api('POST /locations', { body: { name: 'Bench', timezone: 'UTC' } });

    const before = memory(server.pid);
    const sampling = samplePeak(server.pid);
    const began = performance.now();
    await addBroker(server.api, location, broker.url);
    await whenStored(server.databaseUrl, announcements.length);
    const ms = performance.now() - began;
    const peak = await sampling.stop();

    const parsed = parseTime(announcements.map(({ payload }) => payload));
    const bytes = announcements.reduce((sum, { payload }) => sum + payload.length, 0);
    console.log(
      `JSON.parse             ${parsed.toFixed(0)} ms of ${announcements.length.toLocaleString('en')} announcements, ${(bytes / MB).toFixed(0)} MB`,
    );
    console.log(
      `all are discovered     ${ms.toFixed(0)} ms after the source was added, ${devices.toLocaleString('en')} devices with ${ANNOUNCEMENTS_OF_DEVICE} entities`,
    );
    console.log(`ratio                  ${(ms / parsed).toFixed(1)}`);
    console.log(
      `memory of the server   ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB: ${(peak - before).toFixed(0)} MB more`,
    );
  } finally {
    await server.stop();
    await broker.stop();
  }
}

/** Resolves once so many entities of devices are stored: a device is listed with its first one. */
async function whenStored(databaseUrl: string, entities: number): Promise<void> {
  const client = openClient(databaseUrl, 'script');
  await client.connect();
  for (let stored = 0; stored < entities; await sleep(POLL_MS)) {
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM discovered_entity');
    stored = Number(rows[0]?.count ?? 0);
  }
  await client.end();
}

const memory = (pid: number): number => memoryOf([pid]).get(pid) ?? Number.NaN;

/** The most that a process uses until it is stopped. */
function samplePeak(pid: number): { readonly stop: () => Promise<number> } {
  let peak = 0;
  let isStopped = false;
  const sampling = (async () => {
    while (!isStopped) {
      peak = Math.max(peak, memory(pid));
      await sleep(POLL_MS);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await sampling;
      return peak;
    },
  };
}

/** Milliseconds to parse these texts, the second time. */
function parseTime(texts: readonly string[]): number {
  let ms = 0;
  for (let round = 0; round < 2; round += 1) {
    const began = performance.now();
    for (const text of texts) JSON.parse(text);
    ms = performance.now() - began;
  }
  return ms;
}
