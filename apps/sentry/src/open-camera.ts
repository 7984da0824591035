/** The camera that the command line asks for. */
import { join } from 'node:path';
import { DEFAULT_FORMAT, describeInput, parseCameraInput, parsePictureFormat } from './camera/camera-input.ts';
import { hasFfmpeg } from './camera/ffmpeg.ts';
import { SentryCamera } from './camera/reference-camera.ts';
import type { DeviceClient } from './device-client.ts';
import { fail, type Options } from './options.ts';

/** null: none is asked for, or ffmpeg is missing. */
export function openCamera(client: DeviceClient, options: Options): SentryCamera | null {
  const { camera, 'camera-format': format, 'camera-motion': measuresMotion } = options;
  if (camera === undefined) return null;
  const picture = format === undefined ? DEFAULT_FORMAT : parsePictureFormat(format);
  if (picture === null) return fail('--camera-format is width x height @ pictures a second, such as 640x360@8');
  if (!hasFfmpeg()) {
    process.stderr.write('ffmpeg is not installed: continuing without a camera.\n');
    return null;
  }
  const input = parseCameraInput(camera);
  process.stderr.write(`The camera is ${describeInput(input)}.\n`);
  const settings = { input, format: picture, measuresMotion };
  const message = (text: string): boolean => process.stderr.write(`${text}\n`);
  return new SentryCamera(client, join(options.folder, 'camera'), settings, { message });
}
