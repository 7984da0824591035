/** Uploads of clips, several at once, beside a copy of the same files and their SHA-256, synced and not: in turns. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median, startBenchServer } from './bench-server.ts';
import { cpuSeconds } from './cpu-time.ts';
import { type ClipFile, sha256, uploadFile, writeClip } from './uploaded-clips.ts';
import { addCamera, forgetOffPeriods, VIDEO_ENV } from './video-place.ts';

const AT_ONCE = 8;
const CLIP_BYTES = 5_000_000;
const CLIP_SECONDS = 40;

async function copyAndHash({ path, digests }: ClipFile, folder: string, isSynced: boolean): Promise<void> {
  const copy = join(folder, `${digests.sha256}.${isSynced ? 'synced' : 'copy'}`);
  await copyFile(path, copy);
  if (isSynced) {
    const file = await open(copy, 'r+');
    await file.sync();
    await file.close();
  }
  if (sha256(await readFile(path)) !== digests.sha256) throw new Error('the file has changed');
}

/** Megabytes a second of work on each file, `AT_ONCE` at a time. */
async function rateOf(
  files: readonly ClipFile[],
  work: (file: ClipFile, connection: number) => Promise<unknown>,
): Promise<number> {
  const waiting = [...files];
  const began = performance.now();
  const takeFiles = async (index: number): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await work(file, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => takeFiles(index)));
  const seconds = (performance.now() - began) / 1000;
  return files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6 / seconds;
}

/** `clips`: in each turn. */
export async function benchUploads({ clips, turns }: { clips: number; turns: number }): Promise<void> {
  const server = await startBenchServer(VIDEO_ENV);
  // On the disk of the server's clips.
  const folder = mkdtempSync(join(server.dataDir, 'files-'));
  try {
    const cameras = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => addCamera(server, `Room ${index}`)),
    );
    await forgetOffPeriods(server);
    const rates: Record<'upload' | 'copy' | 'synced', number[]> = { upload: [], copy: [], synced: [] };
    let cpu = 0;
    // The first turn warms up.
    for (let turn = -1; turn < turns; turn += 1) {
      const files = Array.from({ length: clips }, () => writeClip(folder, CLIP_SECONDS, CLIP_BYTES));
      const copied = await rateOf(files, (file) => copyAndHash(file, folder, false));
      const synced = await rateOf(files, (file) => copyAndHash(file, folder, true));
      const before = cpuSeconds(server.pid) ?? Number.NaN;
      const uploaded = await rateOf(files, async (file, connection) => {
        const camera = cameras[connection];
        if (camera !== undefined) await uploadFile(server.base, camera, file);
      });
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      if (turn < 0) continue;
      cpu += (cpuSeconds(server.pid) ?? Number.NaN) - before;
      rates.copy.push(copied);
      rates.synced.push(synced);
      rates.upload.push(uploaded);
    }
    const [upload, copy, synced] = [median(rates.upload), median(rates.copy), median(rates.synced)];
    console.log(
      `${AT_ONCE} uploads at once    ${upload.toFixed(0)} MB/s, clips of ${CLIP_BYTES / 1e6} MB; the server used ${((cpu / turns / clips) * 1000).toFixed(0)} ms of processor a clip`,
    );
    console.log(`copy and SHA-256       ${copy.toFixed(0)} MB/s; with the copy synced ${synced.toFixed(0)} MB/s`);
    console.log(
      `ratio                  ${(upload / copy).toFixed(2)}; to the synced copy ${(upload / synced).toFixed(2)}`,
    );
  } finally {
    await server.stop();
  }
}
