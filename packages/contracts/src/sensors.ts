import { z } from 'zod';
import { Guid, InstantIn, InstantOut } from './primitives.ts';
import { Column, MultilineText, SensorMetricId } from './request-texts.ts';

/** Letters, digits and dots: anything else would not survive in a sensorMetricId. */
const Part = z
  .string()
  .min(1)
  .max(48)
  .regex(/^[A-Za-z0-9.]+$/u, 'may hold letters, digits and dots only');

const SENSOR_TYPES = ['FLUID'] as const;

export const SensorToPair = z.strictObject({ model: Part, serial_number: Part, type: z.enum(SENSOR_TYPES) });

/** As many as it has series. */
export const MAX_SENSORS_OF_SENTRY = 512;

export const DiscoveredBody = z.strictObject({ sensors: z.array(z.unknown()).max(200) });
export const DiscoveredResponse = z.object({
  accepted: z.number(),
  rejected: z.array(z.object({ index: z.number(), name: z.string(), message: z.string() })),
});

export const SensorsBody = z.strictObject({ sensors: z.array(SensorToPair).min(1).max(200) });
export const SensorsResponse = z.object({
  sensors: z.array(z.object({ model: z.string(), serial_number: z.string() })),
});

export const FLUID_STATUSES = ['DISCOVERED', 'PAIRED', 'IGNORED'] as const;

export const FluidSensor = z.object({
  sentry: Guid,
  model: z.string(),
  serial_number: z.string(),
  type: z.enum(SENSOR_TYPES),
  status: z.enum(FLUID_STATUSES),
  firstSeenAt: InstantOut,
  lastSeenAt: InstantOut,
});

const SensorOffset = z.object({
  column: z.string(),
  offset: z.number(),
  reason: z.string(),
  from: InstantOut,
  by: z.string(),
});

export const SensorSetting = z.object({
  sensorMetricId: z.string(),
  /** Its own; left out: the sentry's. */
  intervalSeconds: z.number().optional(),
  /** Newest first. */
  offsets: z.array(SensorOffset),
  last_update_ts: InstantOut,
});

export const SensorPatch = z.strictObject({
  intervalSeconds: z.number().int().min(1).max(86_400).nullable().optional(),
  offset: z
    .strictObject({
      column: Column.default('value'),
      value: z.number().min(-1000).max(1000),
      reason: MultilineText(512).min(1),
      /** Left out: from now on. */
      from: InstantIn.optional(),
    })
    .optional(),
});

export const SensorParams = z.strictObject({ guid: Guid, sensorMetricId: SensorMetricId });
