/** The HTTP API of Frigate, as far as clips need it: which cameras there are, and what was recorded of one. Bounded in size and time. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const CONFIG_TIMEOUT_MS = 15_000;
const MAX_CONFIG_BYTES = 8 * 1_048_576;
/** Frigate puts a clip together while it sends it. */
const CLIP_TIMEOUT_MS = 180_000;
/** With sound, and of more pictures than a clip of Picket has. */
const MAX_CLIP_DOWNLOAD_BYTES = 256 * 1_048_576;
const MAX_CAMERAS = 200;

const Config = z.object({
  mqtt: z.object({ topic_prefix: z.string().max(60).default('frigate') }).default({ topic_prefix: 'frigate' }),
  cameras: z.record(z.string().max(60), z.unknown()),
});

export interface FrigateCameras {
  /** Of its topics at the broker. */
  readonly topicPrefix: string;
  readonly cameras: readonly string[];
}

/** What Frigate has for no clip, in words; `isFinal`: another attempt would have the same. */
export class NoFrigateClip extends Error {
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** What Frigate has of a period is more than one clip. */
export class FrigateClipTooLarge extends NoFrigateClip {
  readonly bytes: number;

  constructor(bytes: number, max: number) {
    super(`the clip has ${bytes} bytes, more than ${max}`, true);
    this.bytes = bytes;
  }
}

export class FrigateApi {
  readonly #base: string;

  /** `address`: such as `http://frigate:5000`. */
  constructor(address: string) {
    this.#base = address.replace(/\/+$/u, '');
  }

  /** Throws an Error with what is wrong. */
  async cameras(signal: AbortSignal): Promise<FrigateCameras> {
    const response = await this.#get('/api/config', AbortSignal.any([signal, AbortSignal.timeout(CONFIG_TIMEOUT_MS)]));
    const { mqtt, cameras } = Config.parse(JSON.parse(await textOf(response, MAX_CONFIG_BYTES)));
    return { topicPrefix: mqtt.topic_prefix, cameras: Object.keys(cameras).slice(0, MAX_CAMERAS) };
  }

  /**
   * Writes what Frigate recorded of a camera between two times, in milliseconds since 1970, to a file, as Frigate sends it: an MP4, perhaps with
   * sound. Throws NoFrigateClip.
   */
  async download(camera: string, from: number, until: number, path: string, signal: AbortSignal): Promise<void> {
    const period = `start/${from / 1000}/end/${until / 1000}`;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(CLIP_TIMEOUT_MS)]);
    const response = await this.#get(`/api/${encodeURIComponent(camera)}/${period}/clip.mp4`, ending);
    const { body } = response;
    if (body === null) throw new NoFrigateClip('Frigate sent nothing');
    let bytes = 0;
    const bounded = async function* (pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > MAX_CLIP_DOWNLOAD_BYTES) throw new FrigateClipTooLarge(bytes, MAX_CLIP_DOWNLOAD_BYTES);
        yield piece;
      }
    };
    try {
      await pipeline(bounded(body), createWriteStream(path, { mode: 0o600 }), { signal: ending });
    } catch (error) {
      throw error instanceof NoFrigateClip ? error : new NoFrigateClip(`the clip broke off: ${messageOf(error)}`);
    }
    if (bytes === 0) throw new NoFrigateClip('Frigate sent an empty clip');
  }

  async #get(path: string, signal: AbortSignal): Promise<Response> {
    const response = await fetch(`${this.#base}${path}`, { signal, redirect: 'error' }).catch((error: unknown) => {
      throw new NoFrigateClip(`Frigate does not answer: ${messageOf(error)}`);
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new NoFrigateClip(`Frigate answered ${response.status}`);
  }
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error('the configuration of Frigate is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const messageOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};
