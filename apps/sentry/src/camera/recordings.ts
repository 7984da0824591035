/**
 * From a request to record to a clip in the backlog. Requests that overlap become one clip with several alerts; a clip has at most
 * five minutes, then a further one follows, three at most, and then time lapses. While something is recorded its part of the ring is
 * on hold.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  MAX_CLIP_SECONDS,
  MAX_CLIPS_PER_ALERT,
  MAX_CLOCK_OFFSET_MS,
  MAX_TIME_LAPSES_PER_ALERT,
} from '@picket/contracts/clips';
import { formatInstant } from '@picket/domain/time';
import { type ClipAnnouncement, type ClipBacklog, digestOf } from './clip-backlog.ts';
import { type ClipPictures, picturesOf } from './clip-pictures.ts';
import { type ClipPiece, splitIntoPieces, thinOut, writeClip, writeTimeLapse } from './cut-clip.ts';
import {
  type Recording,
  type RecordingGroup,
  type RecordingState,
  readRecordingState,
  writeRecordingState,
} from './recording-state.ts';
import type { Period, VideoRing } from './video-ring.ts';

export type NoClipReason = 'OFF' | 'NO_CAMERA' | 'OLDER_THAN_RING' | 'FAILED';

export interface RecordingPorts {
  /** There is a clip in the backlog. */
  cut(announcement: ClipAnnouncement): void;
  noClip(recording: string, reason: NoClipReason): void;
  /** Whether the camera was off then, or has no picture. */
  missingReason(period: Period): 'OFF' | 'NO_CAMERA' | null;
  /** This machine's clock minus the server's. */
  clockOffsetMs(): number;
  failed(error: Error): void;
  /** Tests make none. */
  makePictures?(ring: VideoRing, piece: ClipPiece): Promise<ClipPictures>;
}

const CLIP_MS = MAX_CLIP_SECONDS * 1000;
/** What was recorded before and after motion that the sentry records by itself. */
const AROUND_MOTION_MS = 10_000;
/** The group with the end of a recording is written by then, or the camera has stopped. */
const WRITE_TIMEOUT_MS = 60_000;
const MAX_FINISHED = 200;
const MAX_ALERTS = 32;
const MAX_HOLDS = 100;
const HOLD_MS = 7 * 86_400_000;

export class Recordings {
  readonly #ring: VideoRing;
  readonly #backlog: ClipBacklog;
  readonly #ports: RecordingPorts;
  readonly #folder: string;
  readonly #state: RecordingState;
  #work: Promise<void> = Promise.resolve();

  constructor(folder: string, ring: VideoRing, backlog: ClipBacklog, ports: RecordingPorts) {
    this.#folder = folder;
    this.#ring = ring;
    this.#backlog = backlog;
    this.#ports = ports;
    this.#state = readRecordingState(folder);
    for (const group of this.#state.groups) this.#holdRing(group);
    for (const hold of this.#state.holds) ring.hold(hold.id, hold);
  }

  get isRecording(): boolean {
    return this.#state.groups.length > 0;
  }

  /** Whether this is recorded now. */
  hasRecording(recording: string): boolean {
    return this.#state.groups.some(({ recordings }) => recordings.some((one) => one.recording === recording));
  }

  /** Records for alerts; `until` null: until the same recording is given with its end. */
  record(request: Recording): void {
    const { recording } = request;
    if (recording !== undefined && (this.#state.finished.includes(recording) || this.#adopt(request))) return;
    const group = this.#groupOf(request);
    if (group === undefined)
      this.#state.groups.push({ recordings: [request], cutUntil: request.from, clips: 0, timeLapses: 0 });
    else {
      const known = group.recordings.find((one) => one.recording === recording && one.policy === request.policy);
      if (known === undefined) group.recordings.push(request);
      else {
        known.until = request.until;
        known.alerts = [...new Set([...known.alerts, ...request.alerts])];
      }
      if (group.clips === 0) group.cutUntil = fromOf(group);
    }
    this.#save();
  }

  /** There is motion, and no server to ask: records around it for this policy. */
  recordMotion(policy: string, at: number): void {
    const own = this.#state.groups.flatMap(({ recordings }) => recordings).find((one) => one.policy === policy);
    const until = at + AROUND_MOTION_MS;
    if (own !== undefined && own.until !== null && at <= own.until) {
      own.until = Math.max(own.until, until);
      this.#save();
    } else this.record({ policy, alerts: [], from: at - AROUND_MOTION_MS, until });
  }

  /** Keeps this part of the ring for later. */
  hold(period: Period, now: number): void {
    const hold = { id: randomUUID(), at: now, ...period };
    this.#state.holds = [...this.#state.holds, hold].filter(({ at }) => now - at < HOLD_MS).slice(-MAX_HOLDS);
    this.#ring.hold(hold.id, period);
    this.#save();
  }

  /** Cuts what can be cut at this time. */
  advance(now: number): Promise<void> {
    const work = this.#work.then(async () => {
      for (const group of [...this.#state.groups]) await this.#advanceGroup(group, now);
    });
    this.#work = work.catch(() => {});
    return work;
  }

  async #advanceGroup(group: RecordingGroup, now: number): Promise<void> {
    for (let isOver = false; !isOver; ) {
      const until = untilOf(group) ?? Number.POSITIVE_INFINITY;
      const before = group.cutUntil;
      const end = Math.min(until, before + CLIP_MS);
      if (!this.#isWritten(end, now)) return;
      await this.#cut(group, end);
      // Where the camera showed nothing there is nothing to cut.
      if (group.cutUntil <= before) group.cutUntil = end;
      isOver = group.cutUntil >= until || group.timeLapses >= MAX_TIME_LAPSES_PER_ALERT;
      if (!isOver) this.#save();
    }
    this.#finish(group, group.cutUntil);
  }

  /** Whether the ring has all that it will have up to `at`. */
  #isWritten(at: number, now: number): boolean {
    if (now < at) return false;
    return this.#ring.run === null || this.#ring.writtenUntil >= at || now > at + WRITE_TIMEOUT_MS;
  }

  /** Cuts clips from what was cut last up to `until`; after the last clip the rest is the time lapse that follows. */
  async #cut(group: RecordingGroup, until: number): Promise<void> {
    const period = { from: group.cutUntil, until };
    const isTimeLapse = isLong(group);
    for (const piece of splitIntoPieces(this.#ring.groupsOf(period))) {
      if (isLong(group) !== isTimeLapse || group.timeLapses >= MAX_TIME_LAPSES_PER_ALERT) return;
      try {
        if (await this.#keepClip(group, piece, period, isTimeLapse)) group[isTimeLapse ? 'timeLapses' : 'clips'] += 1;
      } catch (error) {
        this.#ports.failed(error instanceof Error ? error : new Error(String(error)));
      }
      group.cutUntil = Math.max(group.cutUntil, Math.min(until, piece.groups.at(-1)?.endedAt ?? until));
    }
  }

  async #keepClip(group: RecordingGroup, whole: ClipPiece, period: Period, isTimeLapse: boolean): Promise<boolean> {
    const name = this.#backlog.newFolder();
    const write = isTimeLapse ? writeTimeLapse : writeClip;
    const clip = await write(this.#ring, whole, period, this.#backlog.pathOf(name, 'video')).catch((error) => {
      this.#backlog.discard(name);
      throw error;
    });
    if (clip === null) {
      this.#backlog.discard(name);
      return false;
    }
    const piece = isTimeLapse ? thinOut(whole) : whole;
    // A clip without pictures is better than none.
    const pictures = await (this.#ports.makePictures ?? picturesOf)(this.#ring, piece).catch((error: Error) => {
      this.#ports.failed(error);
      return null;
    });
    if (pictures !== null)
      for (const part of ['still', 'strip'] as const)
        writeFileSync(this.#backlog.pathOf(name, part), pictures[part], { mode: 0o600 });
    const { startedAt, endedAt, ...file } = clip;
    const announcement: ClipAnnouncement = {
      ...requestsOf(group),
      startedAt: formatInstant(startedAt),
      endedAt: formatInstant(endedAt),
      contentType: 'video/mp4',
      ...file,
      chunks: [...file.chunks],
      isTimeLapse,
      ...(pictures === null ? {} : { still: digestOf(pictures.still), strip: digestOf(pictures.strip) }),
      // A board without a clock battery begins days behind.
      clockOffsetMs: Math.round(
        Math.max(-MAX_CLOCK_OFFSET_MS, Math.min(MAX_CLOCK_OFFSET_MS, this.#ports.clockOffsetMs())),
      ),
    };
    this.#backlog.announce(name, announcement);
    this.#ports.cut(announcement);
    return true;
  }

  #finish(group: RecordingGroup, until: number): void {
    const recordings = group.recordings.flatMap(({ recording }) => (recording === undefined ? [] : [recording]));
    this.#state.groups = this.#state.groups.filter((one) => one !== group);
    this.#state.finished = [...this.#state.finished, ...recordings].slice(-MAX_FINISHED);
    this.#ring.release(holdKeyOf(group));
    this.#save();
    if (group.clips + group.timeLapses > 0) return;
    const period = { from: fromOf(group), until };
    const { oldestAt } = this.#ring;
    const isOlder = oldestAt !== null && oldestAt >= until;
    const reason = this.#ports.missingReason(period) ?? (isOlder ? 'OLDER_THAN_RING' : 'FAILED');
    for (const recording of recordings) this.#ports.noClip(recording, reason);
  }

  /** The group that this request belongs to: that of the same recording, or one that overlaps. */
  #groupOf({ recording, from, until }: Recording): RecordingGroup | undefined {
    const same = this.#state.groups.find(({ recordings }) =>
      recordings.some((one) => recording !== undefined && one.recording === recording),
    );
    const overlaps = (group: RecordingGroup): boolean =>
      fromOf(group) <= (until ?? Number.POSITIVE_INFINITY) && from <= (untilOf(group) ?? Number.POSITIVE_INFINITY);
    return same ?? this.#state.groups.find((group) => group.clips === 0 && overlaps(group));
  }

  /** Whether a clip that the sentry recorded by itself is what is requested: it is then announced for it. */
  #adopt({ recording, alerts, from, until }: Recording): boolean {
    if (recording === undefined || until === null) return false;
    const own = this.#backlog.clips().find(({ announcement }) => {
      const [startedAt, endedAt] = [Date.parse(announcement.startedAt), Date.parse(announcement.endedAt)];
      const isWhole = startedAt <= from + AROUND_MOTION_MS && endedAt >= until - AROUND_MOTION_MS;
      return announcement.recording === undefined && isWhole;
    });
    if (own === undefined) return false;
    const { policy: _, ...announcement } = own.announcement;
    this.#backlog.announce(own.name, { ...announcement, recording, alerts: alerts.slice(0, MAX_ALERTS) });
    this.#state.finished.push(recording);
    this.#save();
    return true;
  }

  #holdRing(group: RecordingGroup): void {
    this.#ring.hold(holdKeyOf(group), { from: group.cutUntil, until: untilOf(group) ?? Number.POSITIVE_INFINITY });
  }

  #save(): void {
    for (const group of this.#state.groups) this.#holdRing(group);
    writeRecordingState(this.#folder, this.#state);
  }
}

/** Whether the clips of a group are recorded: what follows is a time lapse. */
const isLong = (group: RecordingGroup): boolean =>
  group.clips >= MAX_CLIPS_PER_ALERT || group.cutUntil >= fromOf(group) + MAX_CLIPS_PER_ALERT * CLIP_MS;

const fromOf = ({ recordings }: RecordingGroup): number => Math.min(...recordings.map(({ from }) => from));

/** null: one of them is open. */
function untilOf({ recordings }: RecordingGroup): number | null {
  const ends = recordings.map(({ until }) => until);
  return ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0));
}

const holdKeyOf = ({ recordings: [first] }: RecordingGroup): string =>
  `recording ${first?.recording ?? first?.policy ?? ''} ${first?.from ?? 0}`;

/** What a clip is announced for: the first recording and the alerts of all, or else the policy. */
function requestsOf({ recordings }: RecordingGroup): Pick<ClipAnnouncement, 'recording' | 'alerts' | 'policy'> {
  const alerts = [...new Set(recordings.flatMap((one) => one.alerts))].slice(0, MAX_ALERTS);
  const recording = recordings.find((one) => one.recording !== undefined)?.recording;
  const policy = recordings.find((one) => one.policy !== undefined)?.policy;
  if (recording !== undefined) return { recording, alerts };
  return { alerts, ...(policy === undefined ? {} : { policy }) };
}
