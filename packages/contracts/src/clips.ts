/** Clips: recorded video of alerts, how a device uploads it, and what people may do with it. */
import { z } from 'zod';
import { Guid, InstantIn, InstantOut, PageQuery } from './primitives.ts';
import { ReadDevice } from './read-device.ts';
import { MultilineText, Text } from './request-texts.ts';

export const CLIP_PARTS = ['video', 'still', 'strip'] as const;
export const CLIP_STATES = ['UPLOADING', 'READY', 'DELETED'] as const;
export const CLIP_DELETION_REASONS = ['AGE', 'QUOTA', 'PERSON', 'TENANT_DELETED'] as const;
/** What became of an alert's picture. */
export const ALERT_VIDEO_STATES = ['EXPECTED', 'UPLOADING', 'READY', 'MISSING', 'OFF', 'DELETED'] as const;
export const MISSING_REASONS = [
  'SENTRY_OFFLINE',
  'NO_CAMERA',
  'OLDER_THAN_RING',
  'QUOTA',
  'NOT_UPLOADED',
  'FAILED',
] as const;

export const CHUNK_BYTES = 1_048_576;
export const MAX_CLIP_BYTES = 64 * CHUNK_BYTES;
export const MAX_CLIP_SECONDS = 300;
/** At once: a sentry sends a picture and a video of each of its cameras, and one that leaves uploads open takes nobody else's turn. */
export const MAX_UPLOADS_OF_SENTRY = 8;
export const MAX_CLIPS_PER_ALERT = 3;
/** After these clips an alert gets one picture each so many seconds, in clips of their own: for eight hours. */
export const TIME_LAPSE_SECONDS = 10;
export const MAX_TIME_LAPSES_PER_ALERT = 96;
/** Between the clock of a device and that of the server, as far as it is stored with a clip. */
export const MAX_CLOCK_OFFSET_MS = 86_400_000;
/** Of a still, and of a film strip. */
export const MAX_PICTURE_BYTES = 512 * 1024;
/** Pictures in a film strip, side by side in one JPEG. */
export const STRIP_PICTURES = 20;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u, 'must be a SHA-256 in hexadecimal, small letters');
const Picture = z.strictObject({ bytes: z.number().int().min(1).max(MAX_PICTURE_BYTES), sha256: Sha256 });

/** A device announces a clip, then uploads its parts. The same clip announced again is the same upload. */
export const ClipCreate = z.strictObject({
  /** Of a gateway: the clip is of this device, not of its own camera. */
  device: ReadDevice.optional(),
  /** The recording that was asked for; left out: recorded by the device itself, for a policy of its configuration. */
  recording: Guid.optional(),
  alerts: z.array(Guid).max(32).default([]),
  policy: Guid.optional(),
  startedAt: InstantIn,
  endedAt: InstantIn,
  contentType: z.literal('video/mp4'),
  codec: Text(64),
  bytes: z.number().int().min(1).max(MAX_CLIP_BYTES),
  sha256: Sha256,
  /** Of each MiB. */
  chunks: z
    .array(Sha256)
    .min(1)
    .max(MAX_CLIP_BYTES / CHUNK_BYTES),
  still: Picture.optional(),
  strip: Picture.optional(),
  isMasked: z.boolean().default(false),
  /** One picture each ten seconds, as after the clips of a long alert. */
  isTimeLapse: z.boolean().default(false),
  clockOffsetMs: z.number().int().min(-MAX_CLOCK_OFFSET_MS).max(MAX_CLOCK_OFFSET_MS).default(0),
});

const Upload = z.object({
  part: z.enum(CLIP_PARTS),
  /** The path to upload to, for this sentry alone, valid for 24 hours. */
  url: z.string(),
  /** How much the server has. */
  offset: z.number(),
});

export const ClipCreated = z.object({ clip: Guid, state: z.enum(CLIP_STATES), uploads: z.array(Upload) });

export const ClipUploadParams = z.strictObject({ clip: Guid, part: z.enum(CLIP_PARTS) });
/** Of an address that the server signed. */
const Signature = z.string().regex(/^[A-Za-z0-9_-]{0,128}$/u);

export const ClipUploadQuery = z.strictObject({ expires: z.coerce.number().int(), sig: Signature });

/** Signed paths below the API, valid for five minutes. */
const ClipLinks = z.object({
  play: z.string(),
  still: z.string().optional(),
  strip: z.string().optional(),
  expiresAt: InstantOut,
});

export const ClipHold = z.object({
  guid: Guid,
  scope: z.enum(['CLIP', 'ALERT', 'LOCATION']),
  clip: Guid.optional(),
  alert: Guid.optional(),
  location: Guid.optional(),
  from: InstantOut.optional(),
  until: InstantOut.optional(),
  reason: z.string(),
  by: z.string(),
  at: InstantOut,
  /** Absent: until it is lifted. */
  expiresAt: InstantOut.optional(),
});

export const Clip = z.object({
  guid: Guid,
  location: Guid,
  sentry: z.object({ guid: Guid, name: z.string() }),
  alerts: z.array(Guid),
  state: z.enum(CLIP_STATES),
  startedAt: InstantOut,
  endedAt: InstantOut,
  bytes: z.number(),
  /** Share of the video that is uploaded, from 0 to 1. */
  uploaded: z.number(),
  codec: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  sha256: z.string(),
  isMasked: z.boolean(),
  isTimeLapse: z.boolean(),
  /** Present while READY. */
  links: ClipLinks.optional(),
  holds: z.array(ClipHold),
  deleted: z.object({ at: InstantOut, reason: z.enum(CLIP_DELETION_REASONS), by: z.string().optional() }).optional(),
  /** When its time is over, unless it is held. */
  deletesAt: InstantOut.optional(),
});

/** What became of the picture of an alert. */
export const AlertVideo = z.object({
  state: z.enum(ALERT_VIDEO_STATES),
  reason: z.enum(MISSING_REASONS).optional(),
  /** UPLOADING: the share that has arrived, from 0 to 1. */
  uploaded: z.number().optional(),
  clips: z.array(Clip),
});

export const ClipQuery = PageQuery.extend({
  location: Guid.optional(),
  sentry: Guid.optional(),
  alert: Guid.optional(),
  from: InstantIn.optional(),
  to: InstantIn.optional(),
});

export const ClipPlayQuery = z.strictObject({
  expires: z.coerce.number().int(),
  /** Which epoch of the clip's links it belongs to, and its signature. */
  epoch: z.coerce.number().int(),
  /** The user that the console made the link for; absent: a link for a receiver outside. */
  viewer: Guid.optional(),
  sig: Signature,
});

/** Links for receivers outside, such as an insurer. */
export const ClipLinkCreate = z.strictObject({ hours: z.number().int().min(1).max(168).default(24) });
export const ClipLinkOut = z.object({ url: z.string(), stillUrl: z.string().optional(), expiresAt: InstantOut });

export const HoldCreate = z.strictObject({
  clip: Guid.optional(),
  alert: Guid.optional(),
  location: Guid.optional(),
  from: InstantIn.optional(),
  until: InstantIn.optional(),
  reason: MultilineText(500).min(1),
  expiresAt: InstantIn.optional(),
});

export const WHEN_FULL = ['OLDEST_FIRST', 'REFUSE_NEW'] as const;

/** How long and how much video an organization keeps (specification, /retention). */
export const VideoRetention = z.object({
  tenant: Guid,
  keepDays: z.number(),
  maxBytes: z.number(),
  sentryMaxBytes: z.number().nullable(),
  whenFull: z.enum(WHEN_FULL),
  /** How long links in messages are valid. */
  linkHours: z.number(),
  clearPictures: z.boolean(),
  pictureWaitSeconds: z.number(),
  usage: z.object({
    bytes: z.number(),
    clips: z.number(),
    heldBytes: z.number(),
    heldClips: z.number(),
    oldestAt: InstantOut.optional(),
    /** Per sentry, most first. */
    sentries: z.array(z.object({ guid: Guid, name: z.string(), location: z.string(), bytes: z.number() })),
    /** A deletion is final once no backup from before it is left. */
    newestBackupAt: InstantOut.optional(),
  }),
  holds: z.array(ClipHold),
  last_update_ts: InstantOut,
});

export const VideoRetentionUpdate = z.strictObject({
  keepDays: z.number().int().min(1).max(3650),
  maxBytes: z.number().int().min(100_000_000).max(1_000_000_000_000_000),
  sentryMaxBytes: z.number().int().min(100_000_000).max(1_000_000_000_000_000).nullable().default(null),
  whenFull: z.enum(WHEN_FULL).default('OLDEST_FIRST'),
  linkHours: z.number().int().min(1).max(168).default(24),
  clearPictures: z.boolean().default(false),
  pictureWaitSeconds: z.number().int().min(0).max(30).default(0),
});

/** The video of one organization, for an administrator of the admin tenant. */
export const TenantVideo = z.object({
  tenant: z.object({ guid: Guid, name: z.string() }),
  keepDays: z.number(),
  maxBytes: z.number(),
  bytes: z.number(),
  clips: z.number(),
  heldBytes: z.number(),
  heldClips: z.number(),
  oldestAt: InstantOut.optional(),
  /** At the price of the installation; absent where it has none. */
  monthlyCost: z.object({ amount: z.number(), currency: z.string() }).optional(),
});

export const TenantQuery = z.strictObject({ tenant: Guid.optional() });
/** What a change of the retention would delete now. */
export const VideoRetentionPreview = z.object({ clips: z.number(), bytes: z.number() });
