/** The Frigate whose clips the command line asks for. */
import { join } from 'node:path';
import { hasFfmpeg } from '../camera/ffmpeg.ts';
import type { DeviceClient } from '../device-client.ts';
import { fail, type Options } from '../options.ts';

/** Fetches clips until the signal is aborted; null: none are asked for, or ffmpeg is missing. */
export function openFrigate(client: DeviceClient, options: Options, signal: AbortSignal): Promise<void> | null {
  const { frigate: address, gateway, camera, folder } = options;
  if (address === undefined) return null;
  if (!/^https?:\/\//iu.test(address)) return fail('--frigate is an address such as http://frigate:5000');
  if (!gateway) return fail('--frigate is for a gateway: add --gateway');
  // One channel to the server has one reader.
  if (camera !== undefined) return fail('--frigate and --camera are for two sentries');
  if (!hasFfmpeg()) {
    process.stderr.write('ffmpeg is not installed: continuing without the clips of Frigate.\n');
    return null;
  }
  return run(client, address, join(folder, 'frigate'), signal);
}

async function run(client: DeviceClient, address: string, folder: string, signal: AbortSignal): Promise<void> {
  // What fetches clips is loaded where they are asked for.
  const { FrigateApi } = await import('./frigate-api.ts');
  const { FrigateClips } = await import('./frigate-clips.ts');
  const clips = new FrigateClips(client, new FrigateApi(address), folder, (text) => {
    process.stderr.write(`${text}\n`);
  });
  await clips.run(signal);
}
