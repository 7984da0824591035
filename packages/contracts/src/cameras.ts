/** Cameras: whether those of a location may show and record, what is masked, and what devices report of theirs. */
import { z } from 'zod';
import { DoNotDisturb } from './policies.ts';
import { Guid, InstantOut } from './primitives.ts';
import { SIGNALING_PROTOCOLS } from './signals.ts';

export const CAMERA_MODES = ['ON', 'OFF', 'SCHEDULE'] as const;

/** Rows and columns of a mask: those of the zone editor (specification, section 9). */
export const MASK_ROWS = 24;
export const MASK_COLUMNS = 32;

/** For each row of the picture, the masked columns. */
const MaskCells = z
  .array(
    z
      .array(
        z
          .number()
          .int()
          .min(0)
          .max(MASK_COLUMNS - 1),
      )
      .max(MASK_COLUMNS),
  )
  .length(MASK_ROWS);

export const CameraMask = z.object({
  rows: z.literal(MASK_ROWS),
  columns: z.literal(MASK_COLUMNS),
  cells: z.array(z.array(z.number())),
  revision: z.number(),
  changedBy: z.string().optional(),
  last_update_ts: InstantOut,
});

/** No cells: no mask. */
export const CameraMaskUpdate = z.strictObject({ cells: MaskCells });

/** A corner as shares of the camera picture's width and height. */
const Corner = z.strictObject({ x: z.number().min(-1).max(2), y: z.number().min(-1).max(2) });

/** Where the thermal picture lies in the camera's picture. */
export const Calibration = z.strictObject({ topLeft: Corner, bottomRight: Corner });
export const CalibrationUpdate = z.strictObject({ calibration: Calibration.nullable() });

export const SentryCamera = z.object({
  sentry: Guid,
  name: z.string(),
  hasCamera: z.boolean(),
  supportsMasks: z.boolean(),
  codec: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  ringSeconds: z.number().optional(),
  reportedAt: InstantOut.optional(),
  /** Its signaling channel; absent: it is not connected now. */
  channel: z.object({ protocol: z.enum(SIGNALING_PROTOCOLS), seenAt: InstantOut }).optional(),
  /** Whether cells are masked. */
  isMasked: z.boolean(),
  calibration: Calibration.optional(),
  /** Of the calibration. */
  last_update_ts: InstantOut,
});

/** The cameras of a location and whether they may show and record. Until it is set, the mode is OFF. */
export const LocationCamera = z.object({
  mode: z.enum(CAMERA_MODES),
  /** SCHEDULE: off during these hours, in the location's time zone. */
  schedule: DoNotDisturb.optional(),
  /** Off while the do-not-disturb of a policy with video is in force. */
  offInDoNotDisturb: z.boolean(),
  /** Whether wall displays may show live pictures. */
  allowsDisplays: z.boolean(),
  /** Whether the cameras are off now, and until when as far as a schedule says. */
  isOff: z.boolean(),
  offUntil: InstantOut.optional(),
  cameras: z.array(SentryCamera),
  revision: z.number(),
  changedBy: z.string().optional(),
  last_update_ts: InstantOut,
});

export const LocationCameraUpdate = z
  .strictObject({
    mode: z.enum(CAMERA_MODES),
    schedule: DoNotDisturb.nullable().default(null),
    offInDoNotDisturb: z.boolean().default(false),
    allowsDisplays: z.boolean().default(false),
  })
  .refine(({ mode, schedule }) => mode !== 'SCHEDULE' || schedule !== null, {
    path: ['schedule'],
    message: 'a schedule is needed',
  });

/** As the device gets it with its configuration. */
export const DeviceCamera = z.object({
  /** False: it keeps nothing in its ring and sends nothing. */
  isOn: z.boolean(),
  /** Off: since when. What was filmed from then on, before the device knew, is not kept. Absent: the cameras were never on. */
  offSince: InstantOut.optional(),
  /** When that changes by itself. */
  until: InstantOut.optional(),
  /** People who view it now. */
  watching: z.number(),
  mask: z.object({ rows: z.number(), columns: z.number(), cells: z.array(z.array(z.number())) }).optional(),
});
