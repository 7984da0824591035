/** The US weather service on this machine: what it says, and what it was asked. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatInstant } from '@picket/domain';

const HOUR = 3_600_000;

/** What a message says; the rest is made up. */
export interface Said {
  readonly id: string;
  readonly vtec?: string;
  readonly sent?: number;
  readonly ends?: number | null;
  readonly expires?: number;
  readonly messageType?: string;
  readonly severity?: string;
  readonly zones?: readonly string[];
  readonly references?: readonly { readonly identifier: string; readonly sent: string }[];
  readonly polygon?: readonly (readonly [number, number])[];
  readonly status?: string;
  readonly headline?: string;
}

/** A feature as api.weather.gov gives it, of an event that begins at `now`. */
export const warningFeature = (said: Said, now: number): unknown => ({
  type: 'Feature',
  geometry: said.polygon === undefined ? null : { type: 'Polygon', coordinates: [said.polygon] },
  properties: {
    id: said.id,
    areaDesc: 'Somewhere',
    geocode: { SAME: [], UGC: said.zones ?? ['AZZ544'] },
    references: said.references ?? [],
    sent: formatInstant(said.sent ?? now - HOUR),
    effective: formatInstant(said.sent ?? now - HOUR),
    onset: formatInstant(now),
    expires: formatInstant(said.expires ?? now + HOUR),
    ends: said.ends === null ? null : formatInstant(said.ends ?? now + 6 * HOUR),
    status: said.status ?? 'Actual',
    messageType: said.messageType ?? 'Alert',
    severity: said.severity ?? 'Severe',
    event: 'Extreme Heat Warning',
    headline: said.headline ?? `Extreme Heat Warning ${said.id}`,
    description: 'Dangerously hot conditions.',
    instruction: 'Drink plenty of fluids.',
    parameters: said.vtec === undefined ? {} : { VTEC: [said.vtec] },
  },
});

/** A weather service on this machine: what it says, and what it was asked. */
export async function openWeatherDouble() {
  let features: readonly unknown[] = [];
  let status = 200;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const zone = (kind: string, name: string): string => `https://api.weather.gov/zones/${kind}/${name}`;
    const points = {
      properties: {
        forecastZone: zone('forecast', 'AZZ544'),
        county: zone('county', 'AZC013'),
        fireWeatherZone: zone('fire', 'AZZ133'),
      },
    };
    const body = path.startsWith('/points/') ? points : { features, lastChange: '2026-05-14T16:00:00Z' };
    response.writeHead(status, { 'content-type': 'application/geo+json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    say: (...said: readonly unknown[]) => {
      features = said;
    },
    fail: (code: number) => {
      status = code;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
