/** ffmpeg, a program of the system that runs beside the sentry: long for a camera, briefly for a picture out of a clip. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

const PROGRAM = 'ffmpeg';
const MAX_MESSAGE = 300;

/** Whether ffmpeg can be started on this machine. */
export const hasFfmpeg = (): boolean => spawnSync(PROGRAM, ['-version'], { stdio: 'ignore' }).error === undefined;

export interface FfmpegRun {
  readonly process: ChildProcess;
  /** Resolves with the last line of its error output once it has ended; rejects where it cannot be started. */
  readonly ended: Promise<string>;
}

/** Starts ffmpeg; aborting the signal kills it. `pipes`: how many outputs it writes to, the first is its standard output. */
export function startFfmpeg(args: readonly string[], pipes: number, signal?: AbortSignal): FfmpegRun {
  const outputs = Array.from({ length: pipes - 1 }, () => 'pipe' as const);
  const child = spawn(PROGRAM, args, {
    stdio: ['pipe', 'pipe', 'pipe', ...outputs],
    killSignal: 'SIGKILL',
    ...(signal ? { signal } : {}),
  });
  // It may end while it is written to.
  child.stdin?.on('error', () => {});
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let message = '';
  child.stderr?.on('data', (piece: Buffer) => {
    message = (message + piece.toString()).slice(-2 * MAX_MESSAGE);
  });
  child.on('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)));
  child.on('close', (code) => resolve(lastLine(message) || `ffmpeg ended with code ${code}`));
  return { process: child, ended: promise };
}

/** Without the password of a camera. */
const lastLine = (text: string): string =>
  (text.trim().split('\n').at(-1) ?? '').replace(/\/\/[^@/\s]*@/gu, '//').slice(-MAX_MESSAGE);

const RUN_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 4 * 1_048_576;

/** What ffmpeg writes for this input. @throws Error with its message where it writes nothing */
export async function convert(args: readonly string[], input: Uint8Array): Promise<Buffer> {
  const { process: child, ended } = startFfmpeg(
    ['-hide_banner', '-loglevel', 'error', ...args],
    1,
    AbortSignal.timeout(RUN_LIMIT_MS),
  );
  const pieces: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= MAX_OUTPUT_BYTES) pieces.push(piece);
    else child.kill('SIGKILL');
  });
  child.stdin?.end(input);
  const message = await ended;
  if (bytes === 0 || bytes > MAX_OUTPUT_BYTES) throw new Error(message);
  return Buffer.concat(pieces);
}
