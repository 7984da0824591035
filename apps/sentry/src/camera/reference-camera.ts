/**
 * The camera of the sentry: it runs while the server has it turned on, feeds the ring, and does what the signals ask for: live pictures,
 * clips, holds. See docs/architecture.md, "The camera of the reference sentry".
 */
import { join } from 'node:path';
import { createFolder } from '@picket/files';
import { MediaError } from '@picket/media/media-error';
import type { DeviceClient } from '../device-client.ts';
import { pause } from '../pause.ts';
import type { SensorReading, Source } from '../source.ts';
import { mergedSource, observedSource } from '../sources/merged.ts';
import { isCameraOn, parseVideoConfig, readVideoConfig, type VideoConfig, writeVideoConfig } from './camera-config.ts';
import { CameraRunner, type CameraSettings } from './camera-runner.ts';
import { ClipBacklog } from './clip-backlog.ts';
import { ClipUploader } from './clip-uploader.ts';
import { DirectPeers } from './direct-peers.ts';
import { LiveSessions } from './live-sessions.ts';
import { MOTION_LEVEL, MOTION_METRIC, MotionSource } from './motion-source.ts';
import { Recordings } from './recordings.ts';
import { type OwnSignal, type ServerSignal, SignalChannel } from './signal-channel.ts';
import { SignalCursor } from './signal-cursor.ts';
import { RING_LIMITS, VideoRing } from './video-ring.ts';

export interface CameraEvents {
  /** One line for the terminal. */
  message(text: string): void;
}

const CONFIG_MS = 60_000;
const TICK_MS = 1000;
const RETRY_MS = 10_000;
/** A line that was cut counts as connected for a little less. */
const MOTION_KEPT_MS = 90_000;

export class SentryCamera {
  readonly #client: DeviceClient;
  readonly #folder: string;
  readonly #events: CameraEvents;
  readonly #ring: VideoRing;
  readonly #runner: CameraRunner;
  readonly #recordings: Recordings;
  readonly #uploader: ClipUploader;
  readonly #channel: SignalChannel;
  readonly #sessions: LiveSessions;
  readonly #direct: DirectPeers;
  #config: VideoConfig;
  #watching = 0;
  #configAt = 0;
  /** Requests of the configuration. Answers may overtake each other: what an older request brings counts no longer. */
  #requests = 0;
  #answeredRequest = 0;
  #lastReport = '';
  /** Motion of the last seconds that is not recorded here, since the server is there to ask for it. */
  #recentMotion: readonly { readonly at: number; readonly seenAt: number }[] = [];
  /** Motion in its pictures; null where it is not measured. */
  readonly #motion: MotionSource | null;

  /** `folder`: where ring, clips and what is being recorded are kept. */
  constructor(client: DeviceClient, folder: string, settings: CameraSettings, events: CameraEvents) {
    this.#client = client;
    this.#folder = folder;
    this.#events = events;
    createFolder(folder, 0o700);
    this.#config = readVideoConfig(folder);
    this.#ring = new VideoRing(join(folder, 'ring'));
    const backlog = new ClipBacklog(join(folder, 'clips'), (period) => this.#ring.isOnHold(period));
    this.#motion = settings.measuresMotion ? new MotionSource() : null;
    this.#channel = new SignalChannel(client, new SignalCursor(folder), {
      signal: (signal) => this.#handle(signal),
      disconnected: () => this.#recordRecentMotion(),
      connected: () => void this.#fetchConfig().catch((error: unknown) => this.#reportError(error)),
    });
    this.#runner = new CameraRunner(this.#ring, settings, {
      changed: () => void this.#report(),
      failed: (error, retryInMs) => this.#failed(error, retryInMs),
      grayPicture: (cells, at) => this.#motion?.push(cells, at),
    });
    const answer = (signal: OwnSignal): Promise<void> => this.#channel.send(signal);
    this.#sessions = new LiveSessions(client, this.#ring, this.#runner, answer, (peers) => this.#direct.confirm(peers));
    this.#direct = new DirectPeers(this.#ring, { isAsked: (session) => this.#sessions.has(session), answer });
    this.#recordings = new Recordings(folder, this.#ring, backlog, {
      cut: ({ startedAt, endedAt }) => {
        events.message(`Recorded a clip from ${startedAt} to ${endedAt}.`);
        this.#uploader.wake();
      },
      noClip: (recording, reason) => void this.#channel.send({ kind: 'NO_CLIP', recording, reason }),
      missingReason: (period) => this.#runner.missingReason(period),
      clockOffsetMs: () => this.#channel.clockOffsetMs,
      failed: (error) => events.message(`A clip failed: ${error.message}`),
    });
    this.#uploader = new ClipUploader(client, backlog, {
      failed: (message, retryInMs) =>
        retryInMs === null ? events.message(`The server does not take a clip: ${message}`) : undefined,
      // Of what is still recorded a further clip may follow: an alert whose camera was off takes none.
      noClip: (recording, reason) =>
        void answer({
          kind: 'NO_CLIP',
          recording,
          reason: this.#recordings.hasRecording(recording) ? 'FAILED' : reason,
        }),
    });
  }

  /** The source, with the motion that the camera sees if it is measured. Without the server, motion among its readings is recorded. */
  withMotion(source: Source): Source {
    const merged = this.#motion === null ? source : mergedSource(source, this.#motion, [MOTION_METRIC]);
    return observedSource(merged, (readings) => this.#observe(readings));
  }

  /** Until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const parts = [this.#channel, this.#uploader, { run: (over: AbortSignal) => this.#tick(over) }];
    await Promise.all(parts.map((part) => this.#keepRunning(part, signal)));
    this.#direct.endAll();
    await this.#sessions.stop();
    await this.#runner.stop();
  }

  #observe(readings: readonly SensorReading[]): void {
    const seenAt = Date.now();
    if (!isCameraOn(this.#config, seenAt)) return;
    const motion = readings.filter(
      ({ sensorMetricId, values }) => sensorMetricId === MOTION_METRIC && (values?.level ?? 0) > MOTION_LEVEL,
    );
    const known = this.#recentMotion.filter((one) => one.seenAt > seenAt - MOTION_KEPT_MS);
    this.#recentMotion = [...known, ...motion.map(({ at }) => ({ at, seenAt }))];
    if (!this.#channel.isConnected) this.#recordRecentMotion();
  }

  /** Without the server: what moved since it was last there is recorded here. */
  #recordRecentMotion(): void {
    const [policy] = this.#config.videoPolicies;
    const recent = this.#recentMotion;
    this.#recentMotion = [];
    if (policy === undefined) return;
    for (const { at, seenAt } of recent)
      if (seenAt >= this.#channel.lastArrivalAt) this.#recordings.recordMotion(policy.guid, at);
  }

  /** A disk that is full ends neither the camera nor the reports. */
  async #keepRunning(part: { run(signal: AbortSignal): Promise<void> }, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await part.run(signal);
      } catch (error) {
        this.#reportError(error);
        await pause(RETRY_MS, signal);
      }
    }
  }

  #reportError(error: unknown): void {
    this.#events.message(`The camera failed: ${error instanceof Error ? error.message : String(error)}`);
  }

  async #tick(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(TICK_MS, signal)) {
      const now = Date.now();
      const until = this.#config.camera?.until;
      const isDue = now - this.#configAt > CONFIG_MS || (until !== undefined && now >= Date.parse(until));
      // A server that does not answer keeps no camera on beyond its time.
      this.#apply(now);
      if (isDue) await this.#fetchConfig();
      this.#apply(Date.now());
      await this.#recordings.advance(Date.now());
    }
  }

  /** The times of alerts come from the sentry's own readings, and with them those of recordings; other times are the server's. */
  async #handle(signal: ServerSignal): Promise<void> {
    switch (signal.kind) {
      case 'LOOK':
        return this.#sessions.start({ ...signal, until: Date.parse(signal.until) + this.#channel.clockOffsetMs });
      case 'STOP':
        this.#direct.endAll(signal.session);
        return this.#sessions.stopOne(signal.session);
      case 'RECORD':
        // Of a device behind this gateway, whose clips were fetched before: this camera shows something else.
        if (signal.device !== undefined)
          return void this.#channel.send({ kind: 'NO_CLIP', recording: signal.recording, reason: 'NO_CAMERA' });
        return this.#recordings.record({
          recording: signal.recording,
          alerts: [...signal.alerts],
          from: Date.parse(signal.from),
          until: signal.until === undefined ? null : Date.parse(signal.until),
        });
      case 'HOLD':
        return this.#recordings.hold({ from: Date.parse(signal.from), until: Date.parse(signal.until) }, Date.now());
      case 'CONFIG':
        return this.#fetchConfig();
      case 'OFFER':
        return this.#direct.offer(signal);
      case 'CANDIDATE':
        return this.#direct.addCandidate(signal);
      case 'BYE':
        return this.#direct.bye(signal.peer);
    }
  }

  async #fetchConfig(): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const config = await this.#client.config().catch(() => null);
    this.#configAt = Date.now();
    if (config === null || request < this.#answeredRequest) return;
    this.#answeredRequest = request;
    const parsed = parseVideoConfig(config);
    if (JSON.stringify(parsed) !== JSON.stringify(this.#config)) writeVideoConfig(this.#folder, parsed);
    this.#config = parsed;
    this.#apply(Date.now());
    await this.#report();
  }

  #apply(now: number): void {
    const { camera } = this.#config;
    const until = camera?.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(camera.until);
    const offSince = camera?.offSince === undefined ? null : Date.parse(camera.offSince);
    this.#runner.apply(isCameraOn(this.#config, now) ? { mask: camera?.mask, until } : null, now, offSince);
    if (this.#runner.isOff) {
      this.#direct.endAll();
      this.#sessions.refuseAll('OFF');
    }
    const watching = camera?.watching ?? 0;
    if (watching !== this.#watching) this.#events.message(watchingLine(watching));
    this.#watching = watching;
  }

  #failed(error: Error, retryInMs: number): void {
    const next = `next attempt in ${Math.ceil(retryInMs / 1000)} s`;
    this.#events.message(`The camera shows nothing (${error.message}); ${next}.`);
    if (error instanceof MediaError) this.#sessions.refuseAll(error.reason === 'H265' ? 'H265' : 'NO_CAMERA');
    void this.#report();
  }

  /** Reports the camera where something of it has changed. */
  async #report(): Promise<void> {
    const init = this.#ring.run?.init;
    const report = {
      hasCamera: true,
      supportsMasks: true,
      ...(init === undefined ? {} : { codec: init.codec, width: init.width, height: init.height }),
    };
    if (JSON.stringify(report) === this.#lastReport) return;
    const body = { ...report, ringSeconds: RING_LIMITS.seconds, sentAt: new Date().toISOString() };
    const response = await this.#client.send('POST', '/sentry/camera', body).catch(() => null);
    if (response !== null) this.#lastReport = JSON.stringify(report);
  }
}

function watchingLine(watching: number): string {
  if (watching === 0) return 'The live picture is not viewed any more.';
  return watching === 1 ? 'One person views the live picture.' : `${watching} people view the live picture.`;
}
