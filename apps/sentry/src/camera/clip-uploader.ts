/**
 * Uploads the clips of the backlog, oldest first: a clip is announced, and the server says how much of each part it has; the rest is sent in
 * pieces, so that a connection that is cut costs one piece. A clip stays on disk until the server says that it is ready.
 */
import { open } from 'node:fs/promises';
import { ApiError } from '@picket/contracts/client';
import { CHUNK_BYTES, ClipCreated } from '@picket/contracts/clips';
import type { z } from 'zod';
import type { DeviceClient } from '../device-client.ts';
import { pause } from '../pause.ts';
import { afterFailure, afterRefusal } from '../retry-pauses.ts';
import type { BacklogClip, ClipAnnouncement, ClipBacklog } from './clip-backlog.ts';

type Created = z.output<typeof ClipCreated>;
type Upload = Created['uploads'][number];

export interface UploaderEvents {
  uploaded?(clip: BacklogClip): void;
  /** `retryInMs` null: the server will never take it. */
  failed?(message: string, retryInMs: number | null): void;
  /** It took no clip of this recording, and none of it waits here. `OFF`: since the cameras were off then. */
  noClip?(recording: string, reason: 'OFF' | 'FAILED'): void;
}

export interface UploadPauses {
  readonly afterFailure: typeof afterFailure;
  readonly afterRefusal: typeof afterRefusal;
}

/** Bytes of one request. */
const PIECE_BYTES = 2 * CHUNK_BYTES;
/** A part that arrives damaged again and again is damaged here. */
const MAX_DAMAGED = 3;
const REFUSED_FOR_GOOD = [400, 413, 422];

export class ClipUploader {
  readonly #client: DeviceClient;
  readonly #backlog: ClipBacklog;
  readonly #events: UploaderEvents;
  readonly #pauses: UploadPauses;
  #failures = 0;
  #refusals = 0;
  #wake = new AbortController();

  constructor(
    client: DeviceClient,
    backlog: ClipBacklog,
    events: UploaderEvents = {},
    pauses: UploadPauses = { afterFailure, afterRefusal },
  ) {
    this.#client = client;
    this.#backlog = backlog;
    this.#events = events;
    this.#pauses = pauses;
  }

  /** There is a clip to upload. */
  wake(): void {
    this.#wake.abort();
  }

  /** Uploads what there is and what comes, until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const clip = this.#backlog.oldest();
      if (clip === null) {
        this.#wake = new AbortController();
        await pause(IDLE_MS, AbortSignal.any([signal, this.#wake.signal]));
      } else await this.#upload(clip, signal);
    }
  }

  async #upload(clip: BacklogClip, signal: AbortSignal): Promise<void> {
    try {
      await this.#uploadOnce(clip, signal);
      this.#failures = 0;
      this.#refusals = 0;
      this.#backlog.remove(clip);
      this.#events.uploaded?.(clip);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof DamagedClip || (error instanceof ApiError && REFUSED_FOR_GOOD.includes(error.status))) {
        // Holding on to it would hold up the clips after it.
        this.#backlog.remove(clip);
        this.#events.failed?.(error.message, null);
        this.#reportNoClip(clip, error);
      } else if (error instanceof ApiError) await this.#waitAfter(error, signal);
      else throw error;
    }
  }

  /** What waits for the clip learns that it does not come. */
  #reportNoClip({ announcement }: BacklogClip, error: Error): void {
    const waiting = new Set(this.#backlog.clips().flatMap((clip) => recordingsOf(clip.announcement)));
    const reason = wasOff(announcement, error) ? 'OFF' : 'FAILED';
    for (const recording of recordingsOf(announcement))
      if (!waiting.has(recording)) this.#events.noClip?.(recording, reason);
  }

  async #waitAfter({ status, message, retryAfterSeconds }: ApiError, signal: AbortSignal): Promise<void> {
    const isRefused = status === 401;
    const wait = isRefused
      ? this.#pauses.afterRefusal(this.#refusals, Math.random())
      : this.#pauses.afterFailure(this.#failures, retryAfterSeconds, Math.random());
    if (isRefused) this.#refusals += 1;
    else this.#failures += 1;
    this.#events.failed?.(message, wait);
    await pause(wait, signal);
  }

  /** Announces the clip, and uploads what the server lacks, until the server has it. */
  async #uploadOnce(clip: BacklogClip, signal: AbortSignal): Promise<void> {
    for (let round = 0; round < MAX_DAMAGED; round += 1) {
      const created = await this.#announce(clip, signal);
      if (created.state !== 'UPLOADING') return;
      for (const upload of created.uploads) await this.#uploadPart(clip, upload, signal);
    }
    const created = await this.#announce(clip, signal);
    if (created.state === 'UPLOADING') throw new DamagedClip('the clip does not arrive as it was announced');
  }

  async #announce({ announcement }: BacklogClip, signal: AbortSignal): Promise<Created> {
    const response = await this.#client.call('POST', '/sentry/video', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(announcement),
      signal,
    });
    return ClipCreated.parse(await response.json());
  }

  async #uploadPart({ name, announcement }: BacklogClip, { part, url, offset }: Upload, signal: AbortSignal) {
    const total = part === 'video' ? announcement.bytes : (announcement[part]?.bytes ?? 0);
    const file = await open(this.#backlog.pathOf(name, part)).catch(() => null);
    if (file === null) throw new DamagedClip(`the ${part} of the clip is gone`);
    try {
      for (let sent = offset; sent < total; ) {
        const piece = new Uint8Array(Math.min(PIECE_BYTES, total - sent));
        const { bytesRead } = await file.read(piece, 0, piece.length, sent);
        if (bytesRead < piece.length) throw new DamagedClip(`the ${part} of the clip is cut off`);
        const next = await this.#patch(url, sent, piece, signal);
        if (next === null) return;
        sent = next;
      }
    } finally {
      await file.close();
    }
  }

  /** Sends a piece; returns the offset that the server has then. null: it did not accept the part as a whole. */
  async #patch(
    url: string,
    offset: number,
    body: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<number | null> {
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': `${offset}`,
      'tus-resumable': '1.0.0',
    };
    try {
      const response = await this.#client.call('PATCH', url, { headers, body, signal });
      return offsetOf(response) ?? offset + body.length;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) return offsetOf(await this.#client.call('HEAD', url, { signal })) ?? 0;
      if (error.status === 422) return null;
      throw error;
    }
  }
}

/** Its files are not what was announced. */
class DamagedClip extends Error {}

const IDLE_MS = 60_000;

function offsetOf(response: Response): number | null {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
  return Number.isInteger(offset) && offset >= 0 ? offset : null;
}

/** A recording has the guid of its alert. */
const recordingsOf = ({ recording, alerts = [] }: ClipAnnouncement): readonly string[] => [
  ...new Set([...(recording === undefined ? [] : [recording]), ...alerts]),
];

/** Whether it was refused for its beginning, though that is not in the future: the cameras were off at some time of it. */
function wasOff({ startedAt, clockOffsetMs = 0 }: ClipAnnouncement, error: Error): boolean {
  const isOfBeginning = error instanceof ApiError && error.errors.some(({ name }) => name === 'startedAt');
  return isOfBeginning && Date.parse(startedAt) <= Date.now() - clockOffsetMs;
}
