/**
 * The clips of a Frigate behind this gateway. The server asks for one when a camera that was adopted through it raises an alert; it is fetched
 * from Frigate, made into what the server takes, and uploaded. One at a time; what fails is attempted again, and in the end named.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@picket/contracts/client';
import { MAX_CLIP_BYTES } from '@picket/contracts/clips';
import type { GatewaySource } from '@picket/contracts/gateways';
import { formatInstant } from '@picket/domain/time';
import { createFolder } from '@picket/files';
import { type ClipAnnouncement, ClipBacklog } from '../camera/clip-backlog.ts';
import { ClipUploader } from '../camera/clip-uploader.ts';
import { type ServerSignal, SignalChannel } from '../camera/signal-channel.ts';
import { SignalCursor } from '../camera/signal-cursor.ts';
import type { DeviceClient } from '../device-client.ts';
import { GatewayClient } from '../gateway/gateway-client.ts';
import { pause } from '../pause.ts';
import { type ClipJob, ClipJobs, isFetched, type JobPiece, nextPieceOf } from './clip-jobs.ts';
import { type FrigateApi, FrigateClipTooLarge, NoFrigateClip } from './frigate-api.ts';
import { drawPictures, remuxClip } from './frigate-clip.ts';

export interface FrigatePauses {
  /** Until Frigate has written the last seconds of a period. */
  readonly written: number;
  /** Before what failed is attempted again, by how often it has. */
  readonly retry: readonly number[];
  readonly tick: number;
  readonly cameras: number;
}

const PAUSES: FrigatePauses = {
  written: 30_000,
  retry: [15_000, 30_000, 60_000, 120_000, 300_000, 600_000],
  tick: 1000,
  cameras: 60_000,
};
/** Of the share that would just fit: some seconds of a recording are larger than others. */
const SHARE_OF_FITTING = 0.9;
const MIN_CLIP_MS = 5000;
/** A camera is reported again after this, so that one that was adopted again is known. */
const REPORT_AGAIN_MS = 3_600_000;
/** Frigate keeps recordings for days; longer than this, the server asks for nothing. */
const KEPT_SECONDS = 86_400;
const RETRY_MS = 10_000;

export class FrigateClips {
  readonly #client: DeviceClient;
  readonly #frigate: FrigateApi;
  readonly #folder: string;
  readonly #message: (text: string) => void;
  readonly #pauses: FrigatePauses;
  readonly #maxClipBytes: number;
  readonly #jobs: ClipJobs;
  readonly #backlog: ClipBacklog;
  readonly #uploader: ClipUploader;
  readonly #channel: SignalChannel;
  readonly #gateway: GatewayClient;
  #sources: readonly GatewaySource[] = [];
  #topicPrefix = 'frigate';
  readonly #reported = new Map<string, number>();

  /** `folder`: where clips are kept until the server has them. `message` takes a line for the terminal. */
  constructor(
    client: DeviceClient,
    frigate: FrigateApi,
    folder: string,
    message: (text: string) => void,
    pauses: FrigatePauses = PAUSES,
    maxClipBytes = MAX_CLIP_BYTES,
  ) {
    this.#maxClipBytes = maxClipBytes;
    this.#client = client;
    this.#frigate = frigate;
    this.#message = message;
    this.#pauses = pauses;
    createFolder(folder, 0o700);
    this.#folder = folder;
    this.#jobs = new ClipJobs(folder);
    this.#gateway = new GatewayClient(client);
    this.#backlog = new ClipBacklog(join(folder, 'clips'));
    this.#uploader = new ClipUploader(client, this.#backlog, {
      failed: (text, retryInMs) =>
        retryInMs === null ? message(`The server does not take a clip of Frigate: ${text}`) : undefined,
      // While it is still to be fetched, a further clip may follow: an alert whose camera was off takes none.
      noClip: (recording, reason) =>
        this.#sendNoClip(recording, this.#jobs.find(recording) === undefined ? reason : 'FAILED'),
    });
    this.#channel = new SignalChannel(client, new SignalCursor(folder), {
      signal: async (signal) => this.#handle(signal),
    });
  }

  /** Until the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const parts = [
      (over: AbortSignal) => this.#channel.run(over),
      (over: AbortSignal) => this.#uploader.run(over),
      (over: AbortSignal) => this.#fetchAlways(over),
      (over: AbortSignal) => this.#reportAlways(over),
    ];
    await Promise.all(parts.map((part) => this.#keepRunning(part, signal)));
  }

  /** A disk that is full ends neither clips nor the gateway. */
  async #keepRunning(part: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await part(signal);
      } catch (error) {
        this.#message(`The clips of Frigate failed: ${error instanceof Error ? error.message : String(error)}`);
        await pause(RETRY_MS, signal);
      }
    }
  }

  #handle(signal: ServerSignal): void {
    if (signal.kind !== 'RECORD' || signal.device === undefined) return;
    const { recording, alerts, device } = signal;
    const from = Date.parse(signal.from);
    const until = signal.until === undefined ? null : Date.parse(signal.until);
    const known = this.#jobs.find(recording);
    const asked = { recording, alerts: [...alerts], device, from, until };
    const job = { failures: 0, clips: 0, ...known, ...asked, dueAt: 0 };
    if (isFetched(job)) this.#jobs.finish(job);
    else
      for (const dropped of this.#jobs.put({ ...job, dueAt: this.#dueAt(job) }))
        this.#endWithout(dropped, 'there are too many');
  }

  /** When Frigate has written what is fetched next. */
  #dueAt(job: ClipJob): number {
    return nextPieceOf(job).until + this.#channel.clockOffsetMs + this.#pauses.written;
  }

  async #fetchAlways(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(this.#pauses.tick, signal)) {
      const job = this.#jobs.due(Date.now());
      if (job !== null) await this.#fetchClip(job, signal);
    }
  }

  async #fetchClip(job: ClipJob, signal: AbortSignal): Promise<void> {
    const camera = this.#cameraOf(job.device.identity);
    const piece = nextPieceOf(job);
    try {
      if (camera === null) throw new NoFrigateClip('Frigate has no such camera');
      await this.#keepClip(job, piece, camera, signal);
      this.#advance(job, piece);
      this.#uploader.wake();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof NoFrigateClip)) throw error;
      if (error instanceof FrigateClipTooLarge) return this.#fetchShorter(job, piece, error);
      const wait = error.isFinal ? undefined : this.#pauses.retry[job.failures];
      if (wait === undefined) this.#endWithout(job, error.message);
      else this.#jobs.put({ ...this.#latest(job), failures: job.failures + 1, dueAt: Date.now() + wait });
    }
  }

  /** It may have ended meanwhile. */
  #latest(job: ClipJob): ClipJob {
    return this.#jobs.find(job.recording) ?? job;
  }

  #advance(job: ClipJob, { until }: JobPiece): void {
    const next = { ...this.#latest(job), cutUntil: until, clips: job.clips + 1, failures: 0 };
    if (isFetched(next)) this.#jobs.finish(next);
    else this.#jobs.put({ ...next, dueAt: this.#dueAt(next) });
  }

  /** Of a period that is too large as one clip its beginning is fetched, then what follows. */
  #fetchShorter(job: ClipJob, { from, until }: JobPiece, { bytes, message }: FrigateClipTooLarge): void {
    const maxMs = Math.floor(((until - from) * SHARE_OF_FITTING * this.#maxClipBytes) / bytes);
    if (maxMs < MIN_CLIP_MS) this.#endWithout(job, message);
    else this.#jobs.put({ ...this.#latest(job), maxMs, dueAt: Date.now() });
  }

  /** The alert says that there is no clip, unless it has one, and the terminal why. */
  #endWithout(job: ClipJob, why: string): void {
    const what = job.clips === 0 ? 'No clip' : 'No further clip';
    this.#message(`${what} of ${job.device.identity} for the alert ${job.recording}: ${why}`);
    this.#jobs.finish(job);
    if (job.clips === 0) this.#sendNoClip(job.recording, 'FAILED');
  }

  #sendNoClip(recording: string, reason: 'OFF' | 'FAILED'): void {
    void this.#channel.send({ kind: 'NO_CLIP', recording, reason });
  }

  async #keepClip(job: ClipJob, { from, until }: JobPiece, camera: string, signal: AbortSignal): Promise<void> {
    const name = this.#backlog.newFolder();
    const download = join(this.#folder, 'download.mp4');
    try {
      await this.#frigate.download(camera, from, until, download, signal);
      const path = this.#backlog.pathOf(name, 'video');
      const { durationMs, ...clip } = await remuxClip(download, path, this.#maxClipBytes, signal);
      const places = { still: this.#backlog.pathOf(name, 'still'), strip: this.#backlog.pathOf(name, 'strip') };
      // A clip without pictures is better than none.
      const pictures = await drawPictures(path, durationMs, places, signal);
      const announcement: ClipAnnouncement = {
        device: job.device,
        recording: job.recording,
        alerts: job.alerts,
        startedAt: formatInstant(from),
        endedAt: formatInstant(from + durationMs),
        contentType: 'video/mp4',
        ...clip,
        // Its times are the server's.
        ...pictures,
      };
      this.#backlog.announce(name, announcement);
      this.#message(`Fetched a clip of ${camera} from ${announcement.startedAt} to ${announcement.endedAt}.`);
    } catch (error) {
      this.#backlog.discard(name);
      throw error;
    } finally {
      rmSync(download, { force: true });
    }
  }

  /** null: it is no camera of this Frigate. */
  #cameraOf(identity: string): string | null {
    const start = identityOf(this.#topicPrefix, '');
    return identity.startsWith(start) && identity.length > start.length ? identity.slice(start.length) : null;
  }

  async #reportAlways(signal: AbortSignal): Promise<void> {
    let wasMissing = false;
    for (; !signal.aborted; await pause(this.#pauses.cameras, signal)) {
      try {
        await this.#reportCameras(signal);
        wasMissing = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!wasMissing)
          this.#message(
            `The cameras of Frigate are not known: ${error instanceof Error ? error.message : String(error)}`,
          );
        wasMissing = true;
      }
    }
  }

  /** So that the server asks for clips of the adopted ones. */
  async #reportCameras(signal: AbortSignal): Promise<void> {
    const asked = await this.#gateway.asked(signal);
    if (asked !== null) this.#sources = asked.sources;
    const { topicPrefix, cameras } = await this.#frigate.cameras(signal);
    this.#topicPrefix = topicPrefix;
    const brokers = this.#sources.filter(({ settings }) => settings.kind === 'MQTT');
    for (const { integration } of brokers)
      for (const camera of cameras)
        await this.#reportCamera({ integration, identity: identityOf(topicPrefix, camera) });
  }

  async #reportCamera(device: ClipJob['device']): Promise<void> {
    const key = `${device.integration} ${device.identity}`;
    if (Date.now() - (this.#reported.get(key) ?? Number.NEGATIVE_INFINITY) < REPORT_AGAIN_MS) return;
    try {
      await this.#client.send('POST', '/sentry/camera', { device, hasCamera: true, ringSeconds: KEPT_SECONDS });
      this.#reported.set(key, Date.now());
    } catch (error) {
      // It is not adopted.
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
    }
  }
}

/** As the reader of Frigate's messages names its cameras. */
const identityOf = (topicPrefix: string, camera: string): string => `frigate_${topicPrefix}_${camera}`;
