/** The reference sentry: npm run sentry -- --help */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiError } from '@picket/contracts/client';
import type { RoomTraits } from '@picket/domain/room-model';
import { Backlog } from './backlog.ts';
import { DeviceClient, NotActivated } from './device-client.ts';
import { networkReport } from './network-report.ts';
import { pause } from './pause.ts';
import { progressLine } from './progress.ts';
import { runReporter } from './reporter.ts';
import type { Source } from './source.ts';
import { machineReadings, machineSource } from './sources/machine.ts';
import { ReplayError, replaySource } from './sources/replay.ts';
import { SCENARIO_NAMES, type ScenarioName, scenarioSource } from './sources/scenarios.ts';

const HELP = `The reference sentry: reports to Picket as a device on the wall does.

  npm run sentry -- --code ABCD2345            activate with a code from the console, then report this machine's sensors
  npm run sentry                               the next time: the token is kept

  --server <address>     where Picket is (http://localhost:8080)
  --folder <folder>      where token and unsent reports are kept (data/sentry)
  --model, --serial      what it says of itself when it is activated
  --rotate               trade the token for a new one first

What it reports:
  --replay <file.csv>    a recording: first column the time; temperature_c, temperature_f, humidity_pct or value
      --speed <n|full>   n seconds of it in a second (1)
      --times <kept|now> as recorded, or shifted so that it begins now (kept)
      --unit <celsius|fahrenheit>, --metric <sensorMetricId>   of a column called value
  --scenario <name>      a simulated room: ${SCENARIO_NAMES.join(', ')}
      --after <seconds>  until the scenario begins (10)
      --seed <n>         which room (1)
`;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: process.env.PICKET_SERVER ?? 'http://localhost:8080' },
    folder: { type: 'string', default: join('data', 'sentry') },
    code: { type: 'string' },
    model: { type: 'string', default: 'Picket reference sentry' },
    serial: { type: 'string', default: hostname() },
    rotate: { type: 'boolean', default: false },
    replay: { type: 'string' },
    speed: { type: 'string', default: '1' },
    times: { type: 'string', default: 'kept' },
    unit: { type: 'string', default: 'celsius' },
    metric: { type: 'string', default: 'environment_temperature' },
    scenario: { type: 'string' },
    after: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

function oneOf<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  return found ?? fail(`--${option} is one of ${names.join(', ')}`);
}

function numberOf(option: string, given: string): number {
  const value = Number(given);
  return Number.isFinite(value) && value >= 0 ? value : fail(`--${option} is a number`);
}

function chooseSource(): Source {
  if (values.replay !== undefined)
    return replaySource({
      file: values.replay,
      speed: values.speed === 'full' ? Number.POSITIVE_INFINITY : Math.max(0.001, numberOf('speed', values.speed)),
      times: oneOf('times', values.times, ['kept', 'now']),
      unit: oneOf('unit', values.unit, ['celsius', 'fahrenheit']),
      metric: values.metric,
    });
  const room: RoomTraits = {
    seed: numberOf('seed', values.seed),
    temperature: 22,
    humidity: 45,
    daily: 1,
    cooling: 0.4,
    hasMotion: true,
    hasPower: true,
    hasThermal: true,
    fluidSensors: ['FX2-0001'],
  };
  if (values.scenario !== undefined)
    return scenarioSource(
      room,
      oneOf<ScenarioName>('scenario', values.scenario, SCENARIO_NAMES),
      numberOf('after', values.after),
    );
  if (machineReadings(Date.now()).length === 0) {
    process.stderr.write('This machine shows no sensors; reporting heartbeats only. Try --scenario normal.\n');
  }
  return machineSource;
}

/** Reports the network at start, and again whenever its settings change. */
async function reportNetwork(client: DeviceClient, signal: AbortSignal): Promise<void> {
  for (let reportedRevision = -1; !signal.aborted; await pause(60_000, signal)) {
    const asked = performance.now();
    const config = await client.config().catch(() => null);
    const revision = config?.network?.revision ?? 0;
    if (config === null || revision === reportedRevision) continue;
    await client.reportNetwork(networkReport(config.network, performance.now() - asked)).catch(() => {});
    reportedRevision = revision;
  }
}

/** Retries until the server responds. */
async function fetchInterval(client: DeviceClient, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return (await client.config()).reportIntervalSeconds;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A server that does not know the token may be wrong: what is measured meanwhile is kept.
      if (signal.aborted || error.status === 401) return 60;
      await pause(2000, signal);
    }
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const source = chooseSource();
  const client = new DeviceClient(values.server, values.folder);
  if (values.code !== undefined) {
    await client.activate(values.code, values.model, values.serial);
    process.stderr.write('Activated.\n');
  }
  if (!client.isActivated) throw new NotActivated('This sentry has no token yet; start it with --code.');
  if (values.rotate) await client.rotateToken();
  const interval = await fetchInterval(client, stop.signal);
  const backlog = new Backlog(join(values.folder, 'backlog'));
  process.stderr.write(`Reporting ${source.name} every ${interval} s to ${values.server}.\n`);
  void reportNetwork(client, stop.signal);
  const showProgress = progressLine('Replayed');
  let isFailing = false;
  let isRefused = false;
  let areFuture = false;
  await runReporter(
    client,
    backlog,
    source,
    interval,
    {
      sent: ({ rejected, unsent }) => {
        if (isFailing || isRefused) process.stderr.write(`Connected again; ${unsent} reports to catch up with.\n`);
        isFailing = false;
        isRefused = false;
        if (rejected > 0) process.stderr.write(`The server rejected ${rejected} readings.\n`);
      },
      failed: (message, retryInMs) => {
        if (!isFailing)
          process.stderr.write(`${message}; keeping reports on disk, next try in ${Math.ceil(retryInMs / 1000)} s.\n`);
        isFailing = true;
      },
      refused: (message, retryInMs) => {
        if (!isRefused)
          process.stderr.write(
            `Picket does not know this sentry's token (${message}). Reports are kept on disk; the next try is in ${Math.ceil(retryInMs / 60_000)} min, later ones at most an hour apart. If the sentry was removed, stop this and activate it again with --code.\n`,
          );
        isRefused = true;
      },
      postponed: (readings, serverTime) => {
        if (!areFuture)
          process.stderr.write(
            `${readings} readings lie ahead of the server's clock (${serverTime}); they are kept and sent again later. Check this machine's clock.\n`,
          );
        areFuture = true;
      },
      dropped: ({ reports, readings }) =>
        process.stderr.write(
          `The disk space for unsent data is used up; dropped since the start: ${reports} reports, ${readings} readings.\n`,
        ),
      progress: ({ done, total }) => showProgress(done, total),
    },
    stop.signal,
  );
  process.exit(0);
} catch (error) {
  if (error instanceof ApiError)
    fail(error.status === 0 ? `Picket cannot be reached at ${values.server}.` : error.message);
  if (error instanceof NotActivated || error instanceof ReplayError) fail(error.message);
  throw error;
}
