/** Ranges of 1 MiB of an encrypted clip through HTTP, beside pread and AES-GCM of the same number of bytes in a bare loop. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { median, startBenchServer } from './bench-server.ts';
import { percentile } from './report-load.ts';
import { uploadFile, writeClip } from './uploaded-clips.ts';
import { addCamera, forgetOffPeriods, VIDEO_ENV } from './video-place.ts';

const MIB = 1_048_576;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENCRYPTED_BYTES = NONCE_BYTES + MIB + TAG_BYTES;
const CLIP_MIB = 32;
const CLIP_SECONDS = 300;

/** A file of encrypted MiBs, and a function that reads and opens one of them. */
function bareLoop(folder: string): { open: (index: number) => Buffer; close: () => void } {
  const key = randomBytes(32);
  const path = join(folder, 'encrypted');
  const encryptMib = (): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([nonce, cipher.update(randomBytes(MIB)), cipher.final(), cipher.getAuthTag()]);
  };
  writeFileSync(path, Buffer.concat(Array.from({ length: CLIP_MIB }, encryptMib)));
  const file = openSync(path, 'r');
  const encrypted = Buffer.allocUnsafe(ENCRYPTED_BYTES);
  return {
    open: (index) => {
      readSync(file, encrypted, 0, ENCRYPTED_BYTES, index * ENCRYPTED_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(encrypted.subarray(NONCE_BYTES + MIB));
      const plain = decipher.update(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + MIB));
      decipher.final();
      return plain;
    },
    close: () => closeSync(file),
  };
}

interface Read {
  readonly bytes: number;
  readonly firstByteMs: number;
}

const readRange = (agent: Agent, url: URL, from: number, to: number): Promise<Read> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const request = get(url, { agent, headers: { range: `bytes=${from}-${to - 1}` } }, (response) => {
      if (response.statusCode !== 206) reject(new Error(`a range was answered with ${response.statusCode}`));
      let bytes = 0;
      let firstByteMs = 0;
      response.on('data', (piece: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - began;
        bytes += piece.length;
      });
      response.on('end', () => resolve({ bytes, firstByteMs }));
    });
    request.on('error', reject);
  });

/** MiB a second of `reads` ranges, `atOnce` at a time, and how long the first byte of each took. */
async function rateThroughHttp(url: URL, reads: number, atOnce: number, mibs = 1) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const firstBytes: number[] = [];
  let next = 0;
  let bytes = 0;
  const sendAll = async (): Promise<void> => {
    for (let read = next++; read < reads; read = next++) {
      const from = ((read * 7) % (CLIP_MIB - mibs + 1)) * MIB;
      const done = await readRange(agent, url, from, from + mibs * MIB);
      firstBytes.push(done.firstByteMs);
      bytes += done.bytes;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, sendAll));
  const rate = bytes / MIB / ((performance.now() - began) / 1000);
  agent.destroy();
  return { rate, firstBytes };
}

function rateOfLoop(open: (index: number) => Buffer, reads: number): number {
  const began = performance.now();
  let bytes = 0;
  for (let read = 0; read < reads; read += 1) bytes += open((read * 7) % CLIP_MIB).length;
  return bytes / MIB / ((performance.now() - began) / 1000);
}

export async function benchRanges({ reads, turns }: { reads: number; turns: number }): Promise<void> {
  const server = await startBenchServer(VIDEO_ENV);
  const folder = mkdtempSync(join(server.dataDir, 'files-'));
  const loop = bareLoop(folder);
  try {
    const camera = await addCamera(server, 'Room');
    await forgetOffPeriods(server);
    const guid = await uploadFile(server.base, camera, writeClip(folder, CLIP_SECONDS, (CLIP_MIB + 0.5) * MIB));
    const { links } = await server.api('GET /clips/{guid}', { params: { guid } });
    const url = new URL(`${server.base}/api/v1${links?.play}`);
    const [bareRates, single, several, whole]: number[][] = [[], [], [], []];
    const firstBytes: number[] = [];
    // The first turn warms up.
    for (let turn = -1; turn < turns; turn += 1) {
      const floor = rateOfLoop(loop.open, reads);
      const one = await rateThroughHttp(url, reads, 1);
      const four = await rateThroughHttp(url, reads, 4);
      const long = await rateThroughHttp(url, Math.ceil(reads / CLIP_MIB), 1, CLIP_MIB);
      if (turn < 0) continue;
      bareRates?.push(floor);
      single?.push(one.rate);
      several?.push(four.rate);
      whole?.push(long.rate);
      firstBytes.push(...one.firstBytes);
    }
    printRanges(
      median(bareRates ?? []),
      { single: median(single ?? []), several: median(several ?? []), whole: median(whole ?? []) },
      firstBytes,
    );
  } finally {
    loop.close();
    await server.stop();
  }
}

function printRanges(
  floor: number,
  { single, several, whole }: { readonly single: number; readonly several: number; readonly whole: number },
  firstBytes: readonly number[],
): void {
  const words = (rate: number): string => `${rate.toFixed(0)} MiB/s, ratio ${(rate / floor).toFixed(2)}`;
  console.log(`pread and AES-GCM      ${floor.toFixed(0)} MiB/s, one core`);
  console.log(`ranges of 1 MiB        ${words(single)}; four at once ${words(several)}`);
  console.log(`one range of ${CLIP_MIB} MiB    ${words(whole)}`);
  console.log(
    `first byte             p50 ${median(firstBytes).toFixed(1)}, p95 ${percentile(firstBytes, 0.95).toFixed(1)}, worst of ${firstBytes.length} ${Math.max(...firstBytes).toFixed(1)} ms`,
  );
}
