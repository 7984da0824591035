/**
 * The uplink of a device: a WebSocket with JSON lines, an init segment, then fragments. What is no fragmented MP4 with one track of H.264,
 * and more than a camera sends, ends it with a sentence for the device's maker.
 */
import { type UplinkMessage as Message, UplinkMessage } from '@picket/contracts/live';
import { type Millis, parseInstant } from '@picket/domain/time';
import { parseFragment } from '@picket/media/fragments';
import { type InitSegment, parseInitSegment } from '@picket/media/init-segment';
import { MediaError } from '@picket/media/media-error';
import type { z } from 'zod';
import { CLOSE_CODES, type Socket } from '../../platform/http/sockets.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { LiveFeed } from './live-feed.ts';
import type { LiveEndReason } from './live-view-store.ts';

/** 4 Mbit/s, and what is sent at once in the beginning: the ring's last group of pictures, or a short jam. */
const MAX_BYTES_PER_SECOND = 500_000;
const MAX_BURST_BYTES = 6 * 1_048_576;
const MAX_STILL_BYTES = 512 * 1024;
const JPEG_START = [0xff, 0xd8];

export interface UplinkEvents {
  /** The device sends what is not taken: viewers are not to wait for it. */
  onRefused(reason: LiveEndReason): void;
}

export class Uplink {
  readonly #feed: LiveFeed;
  readonly #socket: Socket;
  readonly #now: () => Millis;
  readonly #events: UplinkEvents;
  #start: Extract<z.output<typeof Message>, { kind: 'start' }> | null = null;
  #init: InitSegment | null = null;
  /** The device's clock minus the server's. */
  #clockOffset: Millis = 0;
  #nextAt: Millis | null = null;
  #isStillNext = false;
  #allowance = MAX_BURST_BYTES;
  #countedAt = performance.now();

  constructor(feed: LiveFeed, socket: Socket, now: () => Millis, events: UplinkEvents) {
    this.#feed = feed;
    this.#socket = socket;
    this.#now = now;
    this.#events = events;
    socket.onText((text) => this.#receiveText(text));
    socket.onBytes((bytes) => this.#receiveBytes(bytes));
  }

  #receiveText(text: string): void {
    const { data, error } = UplinkMessage.safeParse(parseJson(text));
    if (data === undefined) {
      const [issue] = error.issues;
      this.#refuse(`${issue?.path.join('.') ?? 'message'}: ${issue?.message ?? 'is wrong'}`, 'REFUSED');
    } else if (data.kind === 'start') {
      this.#start = data;
      this.#init = null;
      this.#clockOffset = (parseInstant(data.sentAt) ?? this.#now()) - this.#now();
    } else if (data.kind === 'at') this.#nextAt = data.at - this.#clockOffset;
    else this.#isStillNext = true;
  }

  #receiveBytes(bytes: Uint8Array): void {
    try {
      if (!this.#isWithinRate(bytes.length)) this.#refuse('more than 4 Mbit/s', 'TOO_FAST');
      else if (this.#isStillNext) this.#takeStill(bytes);
      else if (this.#init === null) this.#takeInit(bytes);
      else this.#takeFragment(bytes, this.#init);
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      this.#refuse(error.message, 'REFUSED');
    }
  }

  #takeInit(bytes: Uint8Array): void {
    if (this.#start === null) {
      this.#refuse('start: is missing before the init segment', 'REFUSED');
      return;
    }
    this.#init = parseInitSegment(bytes);
    const { codec, width, height } = this.#init;
    this.#feed.start({
      init: bytes,
      video: {
        kind: 'video',
        codec,
        width,
        height,
        startedAt: this.#start.sentAt,
        clockOffsetMs: this.#clockOffset,
        isMasked: this.#start.isMasked,
      },
    });
  }

  #takeFragment(bytes: Uint8Array, init: InitSegment): void {
    const { isKeyFrame } = parseFragment(bytes, init);
    const at = this.#nextAt;
    this.#nextAt = null;
    if (!this.#feed.push({ at, isKeyFrame, bytes })) this.#refuse('more than 4 MiB between two key frames', 'TOO_FAST');
  }

  #takeStill(bytes: Uint8Array): void {
    this.#isStillNext = false;
    if (bytes.length > MAX_STILL_BYTES || JPEG_START.some((byte, index) => bytes[index] !== byte))
      this.#refuse('a still is a JPEG of at most 512 KiB', 'REFUSED');
    else this.#feed.pushStill(bytes);
  }

  #isWithinRate(bytes: number): boolean {
    const now = performance.now();
    const refill = ((now - this.#countedAt) * MAX_BYTES_PER_SECOND) / 1000;
    this.#countedAt = now;
    this.#allowance = Math.min(MAX_BURST_BYTES, this.#allowance + refill) - bytes;
    return this.#allowance >= 0;
  }

  #refuse(sentence: string, reason: LiveEndReason): void {
    this.#socket.end(CLOSE_CODES.refused, sentence);
    this.#events.onRefused(reason);
  }
}
