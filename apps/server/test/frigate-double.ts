/** The HTTP API of a Frigate with one camera, whose clips are real: progressive MP4 with sound, made by ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const CAMERA = 'front_door';
const CLIP_PATH = /^\/api\/([^/]+)\/start\/([\d.]+)\/end\/([\d.]+)\/clip\.mp4$/u;

/** A clip as Frigate sends it. */
export function clipWithSound(codec: 'libx264' | 'libx265' = 'libx264', seconds = 4): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'picket-frigate-'));
  const path = join(folder, 'clip.mp4');
  const inputs = [
    ...['-f', 'lavfi', '-i', `testsrc=size=320x240:rate=10:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
  ];
  const video = ['-c:v', codec, '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10'];
  execFileSync('ffmpeg', ['-loglevel', 'error', ...inputs, ...video, '-c:a', 'aac', '-movflags', '+faststart', path], {
    stdio: 'ignore',
  });
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

export interface AskedClip {
  readonly camera: string;
  /** In seconds since 1970. */
  readonly from: number;
  readonly until: number;
}

export class FrigateDouble {
  readonly asked: AskedClip[] = [];
  /** What it answers to the next requests for clips, one after the other; then the last one again. */
  answers: (Buffer | number)[];
  readonly #server: Server;

  static async start(...answers: (Buffer | number)[]): Promise<FrigateDouble> {
    const frigate = new FrigateDouble(answers);
    await new Promise<void>((resolve) => frigate.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => frigate.#server.close(() => resolve())));
    return frigate;
  }

  private constructor(answers: (Buffer | number)[]) {
    this.answers = answers;
    this.#server = createServer((request, response) => {
      if (request.url === '/api/config') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ mqtt: { host: 'broker', topic_prefix: 'frigate' }, cameras: { [CAMERA]: {} } }));
        return;
      }
      const [, camera = '', from = '', until = ''] = CLIP_PATH.exec(request.url ?? '') ?? [];
      this.asked.push({ camera, from: Number(from), until: Number(until) });
      const answer = (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? 500;
      if (typeof answer === 'number') {
        response.statusCode = answer;
        response.end(JSON.stringify({ success: false, message: 'No recordings found for the specified time range' }));
      } else response.end(answer);
    });
  }

  get address(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }
}
