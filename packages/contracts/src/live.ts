/** Live pictures: sessions of viewers, and what the WebSocket sends between the segments of the video. */
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';
import { IceServer, PeerSignal } from './signals.ts';

export const LIVE_TRANSPORTS = ['MSE', 'WEBRTC', 'STILLS'] as const;
export const LIVE_END_REASONS = [
  'CLOSED',
  'ACCESS_REVOKED',
  'CAMERA_OFF',
  'SENTRY_GONE',
  'TOO_FAST',
  'NOT_READING',
  'NOT_CONFIRMED',
  'SERVER_STOPPED',
  'REFUSED',
] as const;

/** Sessions of one person at a time, and viewers of one sentry. */
export const MAX_LIVE_PER_PERSON = 8;
export const MAX_VIEWERS_PER_SENTRY = 32;

export const LiveCreate = z.strictObject({ sentry: Guid });

export const LiveSession = z.object({
  session: Guid,
  /** The path of the WebSocket, with the ticket: valid for 30 seconds, once. */
  url: z.string(),
  ticket: z.string(),
  transports: z.array(z.enum(LIVE_TRANSPORTS)),
  /** For a direct connection to the sentry (WEBRTC). */
  iceServers: z.array(IceServer),
  /** OFFLINE: the sentry has no signaling channel now; it is asked as soon as it is back. */
  state: z.enum(['STARTING', 'LIVE', 'OFFLINE']),
});

export const LiveParams = z.strictObject({ guid: Guid });
export const LiveSocketQuery = z.strictObject({ ticket: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/u) });

const Watcher = z.object({ name: z.string(), since: InstantOut, isDisplay: z.boolean() });

/**
 * Text messages to a viewer. Binary messages are the init segment (after each `video`) and fragments, one a message.
 * `video` comes first, and again when the camera's format changed.
 */
export const LiveMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    codec: z.string(),
    width: z.number(),
    height: z.number(),
    /** When the device began to send, and its clock minus the server's. */
    startedAt: InstantOut,
    clockOffsetMs: z.number(),
    isMasked: z.boolean(),
  }),
  /** The capture time of the next fragment, in milliseconds since 1970, by the server's clock. */
  z.object({ kind: z.literal('at'), at: z.number() }),
  z.object({ kind: z.literal('watching'), people: z.array(Watcher) }),
  z.object({ kind: z.literal('state'), state: z.enum(['STARTING', 'LIVE', 'OFFLINE', 'SKIPPED']) }),
  /** Asks whether somebody still watches; without `{"kind":"here"}` within a minute the session ends. */
  z.object({ kind: z.literal('stillWatching') }),
  /** What the sentry answers about a direct connection. */
  z.object({ kind: z.literal('signal'), signal: PeerSignal }),
  z.object({ kind: z.literal('end'), reason: z.enum(LIVE_END_REASONS) }),
]);

/** Text messages from a viewer. */
export const ViewerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('here') }),
  z.object({ kind: z.literal('transport'), transport: z.enum(LIVE_TRANSPORTS) }),
]);

/** The first message of a device on its uplink, before the init segment. */
const UplinkStart = z.object({
  kind: z.literal('start'),
  sentAt: InstantOut,
  isMasked: z.boolean().default(false),
});

/** Text messages of a device between fragments: the capture time of the next one by the device's clock, in ms since 1970. */
const UplinkTime = z.object({ kind: z.literal('at'), at: z.number() });

/** Text before a JPEG: the newest still, for browsers that play no video. */
const UplinkStill = z.object({ kind: z.literal('still') });

/** Text messages of a device on its uplink: each says what the next binary message is about. */
export const UplinkMessage = z.discriminatedUnion('kind', [UplinkStart, UplinkTime, UplinkStill]);

/** Text messages to a device on its uplink. */
export const UplinkRequest = z.discriminatedUnion('kind', [
  /** Whether it is to make stills, about one a second. */
  z.object({ kind: z.literal('stills'), isWanted: z.boolean() }),
  /** Whether it is to send fragments: not while everybody views over direct connections. They begin again with a key frame. */
  z.object({ kind: z.literal('video'), isWanted: z.boolean() }),
  /** The direct connections that may go on. One that is not named for 20 seconds is to be ended. */
  z.object({ kind: z.literal('peers'), peers: z.array(Guid) }),
]);

/** Who views, and lately viewed, the cameras of a location; newest first. */
export const LiveViewOut = z.object({
  guid: Guid,
  sentry: z.object({ guid: Guid, name: z.string() }),
  name: z.string(),
  isDisplay: z.boolean(),
  transport: z.enum(LIVE_TRANSPORTS).optional(),
  startedAt: InstantOut,
  endedAt: InstantOut.optional(),
  endReason: z.enum(LIVE_END_REASONS).optional(),
});

export const LocationViews = z.object({ watching: z.array(LiveViewOut), recent: z.array(LiveViewOut) });
