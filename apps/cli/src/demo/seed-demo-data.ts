/** Seeds the demo with an override, zones and verdicts on alerts. */
import type { Client } from '@picket/contracts/client';
import { isEdit } from '@picket/domain/alert-kinds';

const ROWS = 24;
const COLUMNS = 32;
/** Shorter alerts get the verdict false alarm. */
const FALSE_ALARM_MAX_MS = 12 * 60_000;

const cells = (isIn: (row: number, column: number) => boolean) =>
  Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, column) =>
      isIn(row, column) ? ('included' as const) : ('excluded' as const),
    ),
  );

/** `sentry`: a sentry with a thermal imager. */
export async function seedDemoData(api: Client, location: string, sentry: string): Promise<void> {
  const policies = await api('GET /policies', { query: { limit: 500 } });
  const named = (name: string): string => policies.items.find((policy) => policy.name === name)?.guid ?? '';
  await api('PUT /sentries/{guid}/policies/{policyGuid}', {
    params: { guid: sentry, policyGuid: named('Humidity') },
    body: {
      ignoreGlobalPolicyChanges: false,
      definition: { violations: [{ description: 'Too humid', severity: 230 }] },
    },
  });
  const sensor = { sentry, sensorMetricIdList: ['thermal_temperature'] };
  const base = await api('POST /locations/{guid}/zones', {
    params: { guid: location },
    body: { name: 'Racks', ...sensor, exclusions: cells((row) => row > 2), policy: named('Thermal') },
  });
  await api('POST /locations/{guid}/tagging-zones', {
    params: { guid: location },
    body: {
      name: 'Core switch rack',
      ...sensor,
      exclusions: cells((row, column) => row > 5 && row < 16 && column > 18 && column < 27),
      parentId: base.zoneId,
      definition: {
        violations: [
          {
            description: 'Too hot',
            severity: 360,
            onsetDelay: 60,
            exitDelay: 120,
            conditions: [
              { sensorMetricId: 'thermal_temperature', column: 'max', operator: 'GREATER_THAN', threshold: 45 },
            ],
          },
        ],
      },
    },
  });
  const { items } = await api('GET /alerts', { query: { policy: named('Room temperature'), limit: 500 } });
  for (const { guid, raisedAt, clearedAt, kind } of items) {
    if (clearedAt === undefined || isEdit(kind)) continue;
    const verdict = Date.parse(clearedAt) - Date.parse(raisedAt) < FALSE_ALARM_MAX_MS ? 'FALSE_ALARM' : 'REAL';
    await api('POST /alerts/{guid}/verdict', { params: { guid }, body: { verdict } });
  }
}

/** A sentry whose motion is recorded at any hour: the policy's do not disturb would mute it in the hours in which demos are shown. */
export async function recordAtAnyHour(api: Client, sentry: string): Promise<void> {
  const { items } = await api('GET /policies', { query: { limit: 500 } });
  const policy = items.find(({ name }) => name === 'Motion');
  if (policy === undefined) return;
  await api('PUT /sentries/{guid}/policies/{policyGuid}', {
    params: { guid: sentry, policyGuid: policy.guid },
    body: { ignoreGlobalPolicyChanges: false, definition: { violations: [] }, doNotDisturb: null },
  });
}

/** A sentry with its own limit for a cold room. */
export async function overrideRoomTemperature(api: Client, sentry: string): Promise<void> {
  const { items } = await api('GET /policies', { query: { limit: 500 } });
  const policy = items.find(({ name }) => name === 'Room temperature');
  if (policy === undefined) return;
  await api('PUT /sentries/{guid}/policies/{policyGuid}', {
    params: { guid: sentry, policyGuid: policy.guid },
    body: {
      ignoreGlobalPolicyChanges: false,
      definition: { violations: [{ description: 'Too cold', severity: 230, onsetDelay: 300 }] },
    },
  });
}
