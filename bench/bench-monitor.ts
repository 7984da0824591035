/**
 * npm run bench:monitor: what the engine costs. The step function alone, in readings a second on one core, with the default
 * policies and with 0, 10 and 100 conditions a sentry; memory per 1,000 sentries; and, with 10,000 sentries' states in
 * Postgres, what the ticker costs each second. Beside it runs a loop that only compares each reading with its limits: only
 * the ratio travels between machines.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startPostgres } from '@picket/cli/postgres';
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import { operatorTraits } from '@picket/domain/operators';
import type { Violation } from '@picket/domain/policies';
import {
  type CompiledPolicies,
  compilePolicies,
  EMPTY_STATE,
  type Reading,
  type SentryState,
  stepReadings,
} from '@picket/monitor';
import { buildServer, Clock, newGuid, type Probes } from '@picket/server/benchmarks';
import {
  createLog,
  createPubSub,
  loadKeys,
  openDatabase,
  openInstallationSettings,
  prepareDatabase,
  provisionTenant,
  readConfig,
} from '@picket/server/commands';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, sentries: { type: 'string', default: '10000' } },
});
const SECONDS = Number(values.seconds);
const SENTRIES = Number(values.sentries);
/** The database's clock shows another time than the one that is played here. */
const UNWATCHED: Probes = {
  disk: async () => null,
  clipSpace: async () => null,
  databaseTime: async () => null,
  clockError: async () => null,
  storage: async () => null,
  backups: async () => null,
  archive: async () => null,
  recovery: async () => null,
  messages: () => null,
  brokerAccounts: () => null,
  throttledSenders: () => [],
  sendHeartbeat: async () => ({ status: 200, date: null }),
};

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const number = (value: number): string => Math.round(value).toLocaleString('en');

/** What a sentry with every sensor says each minute: 20 readings, mostly within their limits. */
function report(minute: number): Reading[] {
  const at = START + minute * MINUTE;
  const wave = Math.sin(minute / 50);
  const reading = (series: string, value: number): Reading => ({ series, at, value });
  // A few hours in a hundred are too hot, too humid, on battery.
  const isOdd = minute % 600 < 12;
  return [
    reading('environment_temperature.value', isOdd ? 33 : 24 + 2 * wave),
    reading('environment_humidity.value', isOdd ? 85 : 45 + 9 * wave),
    reading('environment_dewpoint.value', 0.5),
    reading('sentry_tamper.value', 0),
    reading('camera_motion.level', minute % 97 === 0 ? 0.3 : 0.01),
    reading('thermal_temperature.max', 30 + wave),
    reading('thermal_temperature.min', 18),
    reading('thermal_temperature.mean', 22),
    reading('bluetooth_devices.count', Math.floor(minute / 30) % 4),
    reading('power_onBattery.value', isOdd ? 1 : 0),
    reading('power_badSource.value', 0),
    reading('power_battery.percent', 100),
    reading('power_battery.volts', 13.6),
    reading('fluid-FX2-1_leak.value', 0),
    reading('fluid-FX2-1_battery.value', 3.01),
    reading('fluid-FX2-1_missing.value', 0),
    reading('fluid-FX2-2_leak.value', 0),
    reading('fluid-FX2-2_battery.value', 3.01),
    reading('fluid-FX2-2_missing.value', 0),
    reading('fluid-FX2-3_leak.value', 0),
  ];
}

const setup = { reportIntervalSeconds: 60, fluidSensors: ['fluid-FX2-1', 'fluid-FX2-2', 'fluid-FX2-3'] };
const defaults = compilePolicies(
  DEFAULT_POLICIES.map(({ name, definition }, index) => ({ guid: `policy-${index}`, name, version: 1, definition })),
  setup,
);

/** So many conditions with delays, spread over four series. */
function compileFor(conditions: number): CompiledPolicies {
  const metrics = ['environment_temperature', 'environment_humidity', 'environment_dewpoint', 'sentry_tamper'];
  const violations = Array.from(
    { length: conditions },
    (_, index): Violation => ({
      description: `Violation ${index}`,
      severity: 300,
      video: false,
      activeResolution: false,
      onsetDelay: 60,
      exitDelay: 120,
      incidentStartAdjustment: 0,
      instant: false,
      conditions: [
        {
          sensorMetricId: metrics[index % metrics.length] ?? '',
          column: 'value',
          calc: { grab: 'LAST', minutes: 0 },
          operator: 'GREATER_THAN',
          threshold: 30 + index,
          onsetDelay: 0,
          exitDelay: 0,
          violationStartAdjustment: 0,
        },
      ],
    }),
  );
  return compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations } }], setup);
}

const reports = Array.from({ length: 6000 }, (_, minute) => report(minute));

/** Readings a second through the step function, the state through every report in turn. */
function stepRate(policies: CompiledPolicies): number {
  const run = (seconds: number): number => {
    let state: SentryState = EMPTY_STATE;
    let readings = 0;
    const began = performance.now();
    for (let turn = 0; performance.now() - began < seconds * 1000; turn++) {
      const batch = reports[turn % reports.length] ?? [];
      if (turn % reports.length === 0) state = EMPTY_STATE;
      state = stepReadings(policies, state, batch, batch[0]?.at ?? 0).state;
      readings += batch.length;
    }
    return readings / ((performance.now() - began) / 1000);
  };
  run(0.5);
  return run(SECONDS);
}

/** The same readings merely held against the limits of the default policies: nothing is remembered. */
function bareRate(): number {
  const limits = new Map(
    [...defaults.bySeries].map(([series, compiled]) => [
      series,
      compiled
        .flatMap(({ conditions }) => conditions)
        .map(({ operator, threshold }) => ({
          isMet: operatorTraits(operator).isMet,
          comparison: { threshold, previous: null, silence: false },
        })),
    ]),
  );
  let hits = 0;
  let readings = 0;
  const began = performance.now();
  for (let turn = 0; performance.now() - began < SECONDS * 1000; turn++)
    for (const { series, value } of reports[turn % reports.length] ?? []) {
      for (const { isMet, comparison } of limits.get(series) ?? [])
        if (value !== null && isMet(value, comparison)) hits += 1;
      readings += 1;
    }
  if (hits === 0) throw new Error('the comparison was optimized away');
  return readings / ((performance.now() - began) / 1000);
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function memoryPerThousand(): { heap: number; stored: number } {
  const states: SentryState[] = [];
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let sentry = 0; sentry < 1000; sentry++) {
    let state: SentryState = EMPTY_STATE;
    for (let minute = sentry % 600; minute < (sentry % 600) + 20; minute++)
      state = stepReadings(defaults, state, report(minute), START + minute * MINUTE).state;
    states.push(JSON.parse(JSON.stringify(state)));
  }
  collectGarbage();
  const heap = process.memoryUsage().heapUsed - before;
  return { heap, stored: states.reduce((sum, state) => sum + JSON.stringify(state).length, 0) };
}

const bare = bareRate();
const withDefaults = stepRate(defaults);
console.log(`comparison alone            ${number(bare)} readings/s`);
console.log(
  `step, default policies      ${number(withDefaults)} readings/s, ratio ${(withDefaults / bare).toFixed(3)}`,
);
for (const conditions of [0, 10, 100])
  console.log(
    `step, ${String(conditions).padStart(3)} conditions        ${number(stepRate(compileFor(conditions)))} readings/s`,
  );
const memory = memoryPerThousand();
console.log(
  `1,000 sentries' states      ${(memory.heap / 1e6).toFixed(1)} MB in memory, ${(memory.stored / 1e6).toFixed(2)} MB as JSON`,
);

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
try {
  await prepareDatabase(
    { serving: postgres.url, owner: postgres.ownerUrl },
    new URL('../prisma/migrations', import.meta.url).pathname,
  );
  const config = readConfig({ DATABASE_URL: postgres.url, PICKET_DATA_DIR: folder, PICKET_LOG_LEVEL: 'error' });
  const log = createLog('error');
  const db = openDatabase(postgres.url, log);
  let now = START + 30 * MINUTE;
  const clock = new Clock(() => ({ wall: now, steady: now }));
  const keys = loadKeys(folder);
  const pubSub = createPubSub(db, log);
  const platform = {
    config,
    clock,
    db,
    keys,
    log,
    terminal: () => {},
    pubSub,
    settings: openInstallationSettings({ config, db, keys, log, pubSub }),
  };
  const { app, pipeline } = await buildServer(platform, UNWATCHED);
  const tenant = await provisionTenant(platform, { name: 'Bench' });
  const at = new Date(START);
  const location = newGuid();
  await db.console.query(
    `INSERT INTO location (guid, tenant_guid, name, name_key, timezone, created_at, last_update_ts)
     VALUES ($1, $2, 'Bench', 'bench', 'UTC', $3, $3)`,
    [location, tenant, at],
  );
  const guids = Array.from({ length: SENTRIES }, newGuid);
  await db.console.query(
    `INSERT INTO sentry (guid, tenant_guid, location_guid, name, name_key, created_at, last_update_ts)
     SELECT guid, $2, $3, guid::text, guid::text, $4, $4 FROM unnest($1::uuid[]) AS x(guid)`,
    [guids, tenant, location, at],
  );
  let state: SentryState = EMPTY_STATE;
  for (let minute = 10; minute < 30; minute++)
    state = stepReadings(defaults, state, report(minute), START + minute * MINUTE).state;
  const setDue = async (received: number): Promise<void> => {
    await db.console.query(
      `INSERT INTO monitor_state (tenant_guid, sentry_guid, state, last_received_at, caught_up_at, next_due_at)
       SELECT $5::uuid, guid, $2::json, $3, $3, $4 FROM unnest($1::uuid[]) AS x(guid)
       ON CONFLICT (tenant_guid, sentry_guid) DO UPDATE SET last_received_at = $3, caught_up_at = $3, next_due_at = $4`,
      [guids, JSON.stringify(state), new Date(received), new Date(now), tenant],
    );
  };
  await pipeline.ticker.heartbeat();
  await setDue(now);
  await pipeline.ticker.tick();
  // All sentries online and due at once: the cost of a tick without outcomes.
  now += MINUTE;
  await pipeline.ticker.heartbeat();
  await setDue(now - 1000);
  let began = performance.now();
  const asked = await pipeline.ticker.tick();
  const each = (performance.now() - began) / asked;
  began = performance.now();
  for (let turn = 0; turn < 20; turn++) await pipeline.ticker.tick();
  const idle = (performance.now() - began) / 20;
  // A sentry that reports is asked once in the 120 s after which its silence would count.
  const perSecond = (SENTRIES / 120) * each + 4 * idle;
  console.log(
    `ticker, ${number(SENTRIES)} sentries     ${each.toFixed(3)} ms a sentry asked, ${idle.toFixed(2)} ms with nothing due, ${perSecond.toFixed(1)} ms each second`,
  );
  await app.close();
  await pipeline.fanOut.close();
  await platform.pubSub.close();
  await db.close();
} finally {
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
