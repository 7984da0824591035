/** A simulated room as a source of readings: its own events, or the scenario started on the demo page. */
import { type Disturbance, roomReadings } from '@picket/domain/room-model';
import { disturbanceAt } from '@picket/domain/scenario-scripts';
import { type DeviceClient, pause, type Source } from '@picket/sentry';
import type { Room } from './demo-locations.ts';

const MINUTE = 60_000;
/** How often a simulated sentry polls for a scenario; during one it reports as often. */
const POLL_INTERVAL_MS = 2500;

type SentryConfig = Awaited<ReturnType<DeviceClient['config']>>;

export const liveRoom = (room: Room, startedAt: number, client: DeviceClient): Source => ({
  name: 'a simulated room',
  batches: async function* (intervalSeconds, signal) {
    const every = intervalSeconds * 1000;
    let nextAt = 0;
    let reportedRevision = -1;
    while (!signal.aborted) {
      const askedAt = Date.now();
      const config = await client.config().catch(() => null);
      const now = Date.now();
      const revision = config?.network?.revision ?? 0;
      if (config !== null && revision !== reportedRevision) {
        await reportNetwork(client, room, config, now - askedAt);
        reportedRevision = revision;
      }
      const scenario = config?.scenario;
      if (scenario !== undefined || now >= nextAt) {
        nextAt = (Math.floor(now / every) + 1) * every;
        const disturbance = disturbanceIn(room, scenario, now, startedAt);
        const withFrame = scenario !== undefined || now % MINUTE < every;
        if (disturbance !== null) yield { readings: roomReadings(room.traits, now, disturbance, withFrame) };
      }
      await pause(Math.max(100, Math.min(POLL_INTERVAL_MS, nextAt - Date.now())), signal);
    }
  },
});

function disturbanceIn(
  { events }: Room,
  scenario: SentryConfig['scenario'],
  now: number,
  startedAt: number,
): Disturbance | null {
  if (scenario === undefined) return events(now, startedAt);
  return disturbanceAt(scenario.name, (now - Date.parse(scenario.startsAt)) / 1000);
}

/** Reports the network settings as applied, with an address of its own. `latencyMs`: of the request for them. */
async function reportNetwork(
  client: DeviceClient,
  { traits }: Room,
  { network }: SentryConfig,
  latencyMs: number,
): Promise<void> {
  const hasWifi = network?.wifi != null;
  const report = {
    revision: network?.revision ?? 0,
    result: 'APPLIED',
    interface: hasWifi ? 'wlan0' : 'eth0',
    address: `10.20.0.${traits.seed}`,
    ...(hasWifi ? { signalDbm: -48 - (traits.seed % 30) } : {}),
    latencyMs,
  } as const;
  await client.reportNetwork(report).catch(() => {});
}
