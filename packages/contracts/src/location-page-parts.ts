/** The read model of a location's page: what it shows at first, in one response. */
import { z } from 'zod';
import { Alert } from './alerts.ts';
import { Asset } from './assets.ts';
import { Location } from './locations.ts';
import { DoNotDisturb, PolicyDefinition } from './policies.ts';
import { Guid, InstantOut } from './primitives.ts';
import { FluidSensor } from './sensors.ts';
import { Sentry } from './sentries.ts';
import { Zone } from './zones.ts';

/** The newest reading of a series. */
const LocationReading = z.object({
  sentry: Guid,
  sensorMetricId: z.string(),
  column: z.string(),
  at: InstantOut,
  /** null: the sensor reported unknown. */
  value: z.number().nullable(),
  holdSeconds: z.number(),
  /** The last day of a series that is shown by itself; left out for the others. */
  past: z
    .object({
      /** Half-hour means of the last 24 hours, oldest first; null where nothing is known. */
      sparkline: z.array(z.number().nullable()),
      /** The limits that the policies in force on its sentry set to it, in stored units. */
      limits: z.array(z.number()),
    })
    .optional(),
});

/** A violation of a policy whose sensors are there. */
const WatchedViolation = z.object({
  policy: Guid,
  violation: PolicyDefinition.shape.violations.element,
  doNotDisturb: DoNotDisturb.optional(),
});

export const LocationPage = z.object({
  location: Location,
  /** Maintenance is on: when it ends. */
  maintenanceUntil: InstantOut.optional(),
  sentries: z.array(Sentry),
  readings: z.array(LocationReading),
  watched: z.array(WatchedViolation),
  fluidSensors: z.array(FluidSensor),
  zones: z.array(Zone),
  assets: z.array(Asset),
  /** Open alerts, newest first. */
  alerts: z.array(Alert),
  /** The latest policy changes there or everywhere, newest first. */
  edits: z.array(Alert),
  /** Whether a sentry there has reported a camera. */
  hasCamera: z.boolean(),
});
