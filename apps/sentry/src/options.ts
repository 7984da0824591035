/** The command line of the reference sentry. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SCENARIO_NAMES } from './sources/scenarios.ts';

const HELP = `The reference sentry: reports to Picket as a device on the wall does.

  npm run sentry -- --code ABCD2345            activate with a code from the console, then report this machine's sensors
  npm run sentry                               the next time: the token is kept

  --server <address>     where Picket is (http://localhost:8080)
  --folder <folder>      where token and unsent reports are kept (data/sentry)
  --model, --serial      what it says of itself when it is activated
  --rotate               trade the token for a new one first
  --gateway              read sources in this network (MQTT, NUT, SNMP, Modbus, Prometheus) for integrations that are set to be read by
                         this sentry; with --code, it is activated as a gateway. Its folder is data/gateway
      --frigate <address>   upload the clips of the cameras of this Frigate, such as http://frigate:5000 (needs ffmpeg)

What it reports:
  --replay <file.csv>    a recording: first column the time; temperature_c, temperature_f, humidity_pct or value
      --speed <n|full>   n seconds of it in a second (1)
      --times <kept|now> as recorded, or shifted so that it begins now (kept)
      --unit <celsius|fahrenheit>, --metric <sensorMetricId>   of a column called value
  --scenario <name>      a simulated room: ${SCENARIO_NAMES.join(', ')}
      --after <seconds>  until the scenario begins (10)
      --seed <n>         which room (1)

What it shows (needs ffmpeg; the camera stays off until it is turned on for its location):
  --camera <input>       test: a drawn picture with a clock; a video file; rtsp://...: an IP camera with H.264; v4l2:/dev/video0
      --camera-format <format>   width x height @ pictures a second (1280x720@15); the stream of an IP camera stays as it is
      --camera-motion    report the motion in its pictures as a sensor
`;

export function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const parse = (defaultServer: string) =>
  parseArgs({
    options: {
      server: { type: 'string', default: defaultServer },
      folder: { type: 'string' },
      gateway: { type: 'boolean', default: false },
      frigate: { type: 'string' },
      code: { type: 'string' },
      model: { type: 'string' },
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
      camera: { type: 'string' },
      'camera-format': { type: 'string' },
      'camera-motion': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;

export type Options = ReturnType<typeof parse> & { readonly folder: string; readonly model: string };

/** The options; with --help it prints what they are, and ends. `defaultServer`: without --server. */
export function readOptions(defaultServer: string): Options {
  const options = parse(defaultServer);
  if (options.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const { gateway, folder, model } = options;
  return {
    ...options,
    folder: folder ?? join('data', gateway ? 'gateway' : 'sentry'),
    model: model ?? (gateway ? 'Picket gateway' : 'Picket reference sentry'),
  };
}

export function oneOf<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  return found ?? fail(`--${option} is one of ${names.join(', ')}`);
}

export function numberOf(option: string, given: string): number {
  const value = Number(given);
  return Number.isFinite(value) && value >= 0 ? value : fail(`--${option} is a number`);
}
