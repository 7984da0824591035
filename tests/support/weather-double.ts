/** The US weather service on this machine: what it says, and what it was asked. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatInstant } from '@picket/domain/time';

const HOUR = 3_600_000;

/** What a message says; the rest is made up. */
export interface WarningFields {
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
export const warningFeature = (fields: WarningFields, now: number): unknown => ({
  type: 'Feature',
  geometry: fields.polygon === undefined ? null : { type: 'Polygon', coordinates: [fields.polygon] },
  properties: {
    id: fields.id,
    areaDesc: 'Somewhere',
    geocode: { SAME: [], UGC: fields.zones ?? ['AZZ544'] },
    references: fields.references ?? [],
    sent: formatInstant(fields.sent ?? now - HOUR),
    effective: formatInstant(fields.sent ?? now - HOUR),
    onset: formatInstant(now),
    expires: formatInstant(fields.expires ?? now + HOUR),
    ends: fields.ends === null ? null : formatInstant(fields.ends ?? now + 6 * HOUR),
    status: fields.status ?? 'Actual',
    messageType: fields.messageType ?? 'Alert',
    severity: fields.severity ?? 'Severe',
    event: 'Extreme Heat Warning',
    headline: fields.headline ?? `Extreme Heat Warning ${fields.id}`,
    description: 'Dangerously hot conditions.',
    instruction: 'Drink plenty of fluids.',
    parameters: fields.vtec === undefined ? {} : { VTEC: [fields.vtec] },
  },
});

/** A weather service on this machine: what it says, and what it was asked. */
export async function openWeatherDouble() {
  let features: readonly unknown[] = [];
  let status: number | 'unreachable' = 200;
  let failingAt = '';
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (status === 'unreachable') {
      request.socket.destroy();
      return;
    }
    const zone = (kind: string, name: string): string => `https://api.weather.gov/zones/${kind}/${name}`;
    const points = {
      properties: {
        forecastZone: zone('forecast', 'AZZ544'),
        county: zone('county', 'AZC013'),
        fireWeatherZone: zone('fire', 'AZZ133'),
      },
    };
    const body = path.startsWith('/points/') ? points : { features, lastChange: '2026-05-14T16:00:00Z' };
    response.writeHead(path.includes(failingAt) ? status : 200, { 'content-type': 'application/geo+json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    respondWith: (...next: readonly unknown[]) => {
      features = next;
    },
    /** `at`: only requests whose path has it. */
    fail: (code: number | 'unreachable', at = '') => {
      status = code;
      failingAt = at;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
