/**
 * picket import <file.csv>: readings of other times and systems, through the same validation as a sentry's own. Run on
 * the machine itself, while Picket serves or not; a file may be imported again, nothing is stored twice.
 *
 *   picket import readings.csv                                        as GET /locations/{guid}/telemetry/export writes it
 *   picket import room.csv --sentry "Rack 4" --utc --map temperature_c=environment_temperature.value
 */

import { createReadStream, existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  findSentriesByName,
  type ImportCount,
  importReadings,
  parseCsvRows,
  wirePipeline,
} from '@picket/server/commands';
import { openLocalPlatform } from './local-platform.ts';
import { IMPORT_OPTIONS } from './picket/command-options.ts';
import { createProgress } from './terminal/progress-bar.ts';
import { createRejectedRows } from './terminal/rejected-rows.ts';

const SHOWN = 10;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: IMPORT_OPTIONS });
const [file] = positionals;
if (file === undefined) fail('Name a file: picket import --help.');
if (!existsSync(file)) fail(`There is no ${file}.`);
const columns = new Map(
  values.map.map((pair): [string, string] => {
    const [name = '', series = ''] = pair.split('=');
    if (name === '' || !series.includes('.')) fail(`--map ${pair}: write column=sensorMetricId.column`);
    return [name, series];
  }),
);

const { platform, close } = await openLocalPlatform('error').catch((error: Error) => fail(error.message));
const pipeline = wirePipeline(platform);

const total = statSync(file).size;
const stream = createReadStream(file);
const began = performance.now();
const progress = createProgress();

function showProgress({ accepted, duplicates, rejected }: ImportCount): void {
  const rate = Math.round(accepted / ((performance.now() - began) / 1000));
  progress.show(
    total === 0 ? 1 : stream.bytesRead / total,
    `${accepted.toLocaleString('en')} stored, ${duplicates.toLocaleString('en')} known, ${rejected.toLocaleString('en')} rejected, ${rate.toLocaleString('en')}/s`,
  );
}

const rejectedFile = `${file}.rejected.txt`;
const rejected = createRejectedRows(rejectedFile, (why) =>
  progress.end(`The rejected rows are not listed: ${rejectedFile} cannot be written (${why})`),
);
let rejectedCount = 0;
try {
  const count = await importReadings(
    platform,
    pipeline,
    parseCsvRows(stream),
    { sentry: values.sentry ?? null, columns, isUtc: values.utc },
    async (name) => {
      const [only, ...more] = await findSentriesByName(platform.db.console, name);
      if (only === undefined) return `there is no sentry ${name} with a device`;
      return more.length > 0 ? `there are ${more.length + 1} sentries called ${name}: use the guid` : only;
    },
    ({ line, message }) => {
      rejectedCount += 1;
      rejected.append(`line ${line}: ${message}`);
      if (rejectedCount <= SHOWN) progress.end(`line ${line}: ${message}`);
    },
    showProgress,
  );
  const isListed = await rejected.close();
  const seconds = (performance.now() - began) / 1000;
  progress.end(
    `${count.rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s: ${count.accepted.toLocaleString('en')} readings stored, ${count.duplicates.toLocaleString('en')} known already, ${count.rejected.toLocaleString('en')} rejected${isListed ? ` (${rejectedFile})` : ''}`,
  );
  if (count.rejected > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`\nThe import stopped: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await rejected.close();
  await pipeline.ingestQueue.drain();
  await pipeline.fanOut.close();
  await close();
}
// The embedded database's process is not ours to wait for.
process.exit();
