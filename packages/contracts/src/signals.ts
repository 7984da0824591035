/**
 * The signaling channel of a sentry (specification, section 3: HTTPS or WSS): what the server asks of the device,
 * and what the device answers. Over a WebSocket both sides send these objects as text; over HTTPS the device polls and posts them.
 */
import { z } from 'zod';
import { Guid, InstantIn, InstantOut } from './primitives.ts';
import { Text } from './request-texts.ts';

/** WSS: a WebSocket that stays open; HTTPS: long polling, where WebSockets do not get through. */
export const SIGNALING_PROTOCOLS = ['WSS', 'HTTPS'] as const;

/** Maximum bytes of a message, and messages of a device in a second. */
export const MAX_SIGNAL_BYTES = 65_536;
export const MAX_SIGNALS_PER_SECOND = 30;
/** Seconds that a poll waits for signals at most. */
export const MAX_POLL_SECONDS = 25;

/** From the server to the device. `id` grows; a device that comes back asks for what is after the last one it handled. */
export const Signal = z.discriminatedUnion('kind', [
  /** Send live pictures to `GET /sentry/live/{session}` (WebSocket) until STOP, at most until `until`. */
  z.object({ kind: z.literal('LOOK'), id: z.string(), session: Guid, uplink: z.string(), until: InstantOut }),
  z.object({ kind: z.literal('STOP'), id: z.string(), session: Guid }),
  /** Record a clip for these alerts. `until` absent: the alert is open; the same recording is sent again with `until` once it is over. */
  z.object({
    kind: z.literal('RECORD'),
    id: z.string(),
    recording: Guid,
    alerts: z.array(Guid),
    from: InstantOut,
    until: InstantOut.optional(),
  }),
  /** Do not overwrite this part of the ring. */
  z.object({ kind: z.literal('HOLD'), id: z.string(), from: InstantOut, until: InstantOut }),
  /** The configuration changed: ask for `GET /sentry/config`. */
  z.object({ kind: z.literal('CONFIG'), id: z.string() }),
]);

const REFUSAL_REASONS = ['OFF', 'MASK', 'BUSY', 'NO_CAMERA', 'H265'] as const;

/** From the device to the server. */
export const DeviceSignal = z.discriminatedUnion('kind', [
  /** It does not send live pictures. */
  z.strictObject({ kind: z.literal('REFUSED'), session: Guid, reason: z.enum(REFUSAL_REASONS) }),
  /** It has no video for a recording, and why. */
  z.strictObject({
    kind: z.literal('NO_CLIP'),
    recording: Guid,
    reason: z.enum(['OFF', 'NO_CAMERA', 'OLDER_THAN_RING', 'FAILED']),
  }),
]);

export const SignalsQuery = z.strictObject({
  /** The id of the last signal that was handled. */
  after: z
    .string()
    .regex(/^\d{1,19}$/u, 'must be the id of a signal')
    .optional(),
  /** Seconds to wait for a signal. */
  wait: z.coerce.number().int().min(0).max(MAX_POLL_SECONDS).default(0),
});

export const Signals = z.object({ signals: z.array(Signal), serverTime: InstantOut });
export const DeviceSignals = z.strictObject({ signals: z.array(DeviceSignal).min(1).max(MAX_SIGNALS_PER_SECOND) });

/** What a device says of its camera, in `POST /sentry/camera`, at start and whenever it changes. */
export const CameraReport = z.strictObject({
  hasCamera: z.boolean(),
  /** Whether it paints masks before encoding. */
  supportsMasks: z.boolean().default(false),
  codec: Text(64).optional(),
  width: z.number().int().min(1).max(8192).optional(),
  height: z.number().int().min(1).max(8192).optional(),
  ringSeconds: z.number().int().min(0).max(86_400).optional(),
  sentAt: InstantIn.optional(),
});
