/**
 * The signaling channel of a sentry (specification, section 3: HTTPS or WSS): what the server asks of the device,
 * and what the device answers. Over a WebSocket both sides send these objects as text; over HTTPS the device polls and posts them.
 */
import { z } from 'zod';
import { Guid, InstantIn, InstantOut } from './primitives.ts';
import { ReadDevice } from './read-device.ts';
import { Text } from './request-texts.ts';

/** WSS: a WebSocket that stays open; HTTPS: long polling, where WebSockets do not get through. */
export const SIGNALING_PROTOCOLS = ['WSS', 'HTTPS'] as const;

/** Maximum bytes of a message, and messages of a device in a second. */
export const MAX_SIGNAL_BYTES = 65_536;
export const MAX_SIGNALS_PER_SECOND = 30;
/** Seconds that a poll waits for signals at most. */
export const MAX_POLL_SECONDS = 25;

const SDP_TEXT = /^[ -~\r\n]+$/u;
const SdpOf = (max: number) =>
  z.string().max(max, `is longer than ${max} characters`).regex(SDP_TEXT, 'must be a session description');
/** Of a page, which lists every codec that the browser has; and of a device, which has one. */
const MAX_OFFER_LENGTH = 16_000;
const MAX_ANSWER_LENGTH = 6000;
const OfferSdp = SdpOf(MAX_OFFER_LENGTH);
const AnswerSdp = SdpOf(MAX_ANSWER_LENGTH);

/** A way to reach the other side (RFC 8839, 5.1). It is passed on as it is: the server connects to nothing that it names. */
const candidate = {
  candidate: z
    .string()
    .max(1000, 'is longer than 1000 characters')
    .regex(/^[ -~]+$/u, 'must be an ICE candidate'),
  mid: z.string().regex(/^[ -~]{1,64}$/u, 'must be the name of a media section'),
};

/** A server that helps two sides to find a way to each other: STUN or TURN. */
export const IceServer = z.object({
  urls: z
    .array(z.string().regex(/^(stun|turn)s?:[ -~]{1,250}$/u, 'must be a stun: or turn: address'))
    .min(1)
    .max(8),
  username: z
    .string()
    .max(500)
    .regex(/^[ -~]*$/u)
    .optional(),
  credential: z
    .string()
    .max(500)
    .regex(/^[ -~]*$/u)
    .optional(),
});

/** Why a device ends a direct connection: it has not what it needs for one, too many, no picture now, or no way to the page. */
const PEER_END_REASONS = ['UNSUPPORTED', 'BUSY', 'STOPPED', 'FAILED'] as const;

/** What the page of a viewer sends for the device, in `POST /live/{guid}/signal`. */
export const ViewerSignal = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('OFFER'), peer: Guid, sdp: OfferSdp }),
  z.strictObject({ kind: z.literal('CANDIDATE'), peer: Guid, ...candidate }),
  z.strictObject({ kind: z.literal('BYE'), peer: Guid }),
]);

/** Signals of a viewer in a minute at most. */
export const MAX_VIEWER_SIGNALS_PER_MINUTE = 60;

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
    /** To a gateway: a device that it reads; absent: its own camera. */
    device: z.object({ integration: Guid, identity: z.string() }).optional(),
    from: InstantOut,
    until: InstantOut.optional(),
  }),
  /** Do not overwrite this part of the ring. */
  z.object({ kind: z.literal('HOLD'), id: z.string(), from: InstantOut, until: InstantOut }),
  /** The configuration changed: ask for `GET /sentry/config`. */
  z.object({ kind: z.literal('CONFIG'), id: z.string() }),
  /** The page of a viewer offers a direct connection (WebRTC), for the LOOK of `session`. `peer` names this one attempt. */
  z.object({
    kind: z.literal('OFFER'),
    id: z.string(),
    session: Guid,
    peer: Guid,
    sdp: z.string(),
    iceServers: z.array(IceServer),
  }),
  z.object({ kind: z.literal('CANDIDATE'), id: z.string(), peer: Guid, candidate: z.string(), mid: z.string() }),
  /** The viewer left, or may not view any more: send nothing further to this peer. */
  z.object({ kind: z.literal('BYE'), id: z.string(), peer: Guid }),
]);

const REFUSAL_REASONS = ['OFF', 'MASK', 'BUSY', 'NO_CAMERA', 'H265'] as const;

/** From the device to the page of a viewer. */
const Answer = z.strictObject({ kind: z.literal('ANSWER'), peer: Guid, sdp: AnswerSdp });
const DeviceCandidate = z.strictObject({ kind: z.literal('CANDIDATE'), peer: Guid, ...candidate });
const DeviceBye = z.strictObject({ kind: z.literal('BYE'), peer: Guid, reason: z.enum(PEER_END_REASONS) });
export const PeerSignal = z.discriminatedUnion('kind', [Answer, DeviceCandidate, DeviceBye]);

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
  Answer,
  DeviceCandidate,
  DeviceBye,
]);

export const SignalsQuery = z.strictObject({
  /** The id of the last signal that was handled. No longer: one statement asks for what every channel waits for. */
  after: z
    .string()
    .regex(/^\d{1,18}$/u, 'must be the id of a signal')
    .optional(),
  /** Seconds to wait for a signal. */
  wait: z.coerce.number().int().min(0).max(MAX_POLL_SECONDS).default(0),
});

export const Signals = z.object({ signals: z.array(Signal), serverTime: InstantOut });
export const DeviceSignals = z.strictObject({ signals: z.array(DeviceSignal).min(1).max(MAX_SIGNALS_PER_SECOND) });

/** What a device says of its camera, in `POST /sentry/camera`, at start and whenever it changes. */
export const CameraReport = z.strictObject({
  /** Of a gateway: the camera is this device, not its own. */
  device: ReadDevice.optional(),
  hasCamera: z.boolean(),
  /** Whether it paints masks before encoding. */
  supportsMasks: z.boolean().default(false),
  codec: Text(64).optional(),
  width: z.number().int().min(1).max(8192).optional(),
  height: z.number().int().min(1).max(8192).optional(),
  ringSeconds: z.number().int().min(0).max(86_400).optional(),
  sentAt: InstantIn.optional(),
});
