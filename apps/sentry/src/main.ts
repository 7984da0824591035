/** The reference sentry: npm run sentry -- --help */
import { join } from 'node:path';
import { ApiError } from '@picket/contracts/client';
import type { RoomTraits } from '@picket/domain/room-model';
import { Backlog } from './backlog.ts';
import { DeviceClient, NotActivated } from './device-client.ts';
import { openFrigate } from './frigate/open-frigate.ts';
import { openGateway } from './gateway/open-gateway.ts';
import { fetchInterval, keepInterval } from './kept-interval.ts';
import { networkReport } from './network-report.ts';
import { openCamera } from './open-camera.ts';
import { fail, numberOf, oneOf, readOptions } from './options.ts';
import { pause } from './pause.ts';
import { progressLine } from './progress.ts';
import { runReporter } from './reporter.ts';
import type { Source } from './source.ts';
import { machineReadings, machineSource } from './sources/machine.ts';
import { ReplayError, replaySource } from './sources/replay.ts';
import { SCENARIO_NAMES, type ScenarioName, scenarioSource } from './sources/scenarios.ts';

const options = readOptions(process.env.PICKET_SERVER ?? 'http://localhost:8080');

function chooseSource(): Source {
  if (options.replay !== undefined)
    return replaySource({
      file: options.replay,
      speed: options.speed === 'full' ? Number.POSITIVE_INFINITY : Math.max(0.001, numberOf('speed', options.speed)),
      times: oneOf('times', options.times, ['kept', 'now']),
      unit: oneOf('unit', options.unit, ['celsius', 'fahrenheit']),
      metric: options.metric,
    });
  const room: RoomTraits = {
    seed: numberOf('seed', options.seed),
    temperature: 22,
    humidity: 45,
    daily: 1,
    cooling: 0.4,
    hasMotion: true,
    hasPower: true,
    hasThermal: true,
    fluidSensors: ['FX2-0001'],
  };
  if (options.scenario !== undefined)
    return scenarioSource(
      room,
      oneOf<ScenarioName>('scenario', options.scenario, SCENARIO_NAMES),
      numberOf('after', options.after),
    );
  // A gateway is there for what it reads.
  if (machineReadings(Date.now()).length === 0 && !options.gateway) {
    process.stderr.write('This machine shows no sensors; reporting heartbeats only. Try --scenario normal.\n');
  }
  return machineSource;
}

/** Reports the network at start, and again whenever its settings change; keeps the interval for the next start. What fails is done again a minute later; the reporter names an outage. */
async function reportNetwork(client: DeviceClient, signal: AbortSignal): Promise<void> {
  for (let reportedRevision = -1; !signal.aborted; await pause(60_000, signal)) {
    const asked = performance.now();
    const config = await client.config().catch(() => null);
    if (config !== null) keepInterval(options.folder, config.reportIntervalSeconds);
    const revision = config?.network?.revision ?? 0;
    if (config === null || revision === reportedRevision) continue;
    const report = networkReport(config.network, performance.now() - asked);
    await client.reportNetwork(report).then(
      () => (reportedRevision = revision),
      () => undefined,
    );
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const source = chooseSource();
  const client = new DeviceClient(options.server, options.folder);
  if (options.code !== undefined) {
    await client.activate(options.code, options.model, options.serial, options.gateway);
    process.stderr.write('Activated.\n');
  }
  if (!client.isActivated) throw new NotActivated('This sentry has no token yet; start it with --code.');
  if (options.rotate) await client.rotateToken();
  const interval = await fetchInterval(client, options.folder, stop.signal);
  const camera = openCamera(client, options);
  const reported = camera === null ? source : camera.withMotion(source);
  const backlog = new Backlog(join(options.folder, 'backlog'));
  process.stderr.write(`Reporting ${reported.name} every ${interval} s to ${options.server}.\n`);
  void reportNetwork(client, stop.signal);
  const cameraRun = camera?.run(stop.signal);
  const gatewayRun = options.gateway ? openGateway(client, options.folder, stop.signal) : null;
  const frigateRun = openFrigate(client, options, stop.signal);
  const showProgress = progressLine('Replayed');
  let isFailing = false;
  let isRefused = false;
  let areFuture = false;
  await runReporter(
    client,
    backlog,
    reported,
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
      damaged: (files) =>
        process.stderr.write(
          `${files} files with reports on the disk are damaged; they are set aside as ${join(options.folder, 'backlog')}/*.damaged, and the others are sent.\n`,
        ),
      progress: ({ done, total }) => showProgress(done, total),
    },
    stop.signal,
  );
  stop.abort();
  await cameraRun;
  await gatewayRun;
  await frigateRun;
  process.exit(0);
} catch (error) {
  if (error instanceof ApiError)
    fail(error.status === 0 ? `Picket cannot be reached at ${options.server}.` : error.message);
  if (error instanceof NotActivated || error instanceof ReplayError) fail(error.message);
  throw error;
}
