/** The read model of an alert's page: the alert with everything a person needs to judge it, in one response. */
import { ALERT_STATES } from '@picket/domain/alert-states';
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { z } from 'zod';
import { AlertDetail } from './alerts.ts';
import { Frame } from './history.ts';
import { Guid, InstantOut } from './primitives.ts';
import { WeatherWarning } from './weather.ts';
import { Zone } from './zones.ts';

/** What a sensor usually measures at each hour of the location's day. Hours with too few days are left out. */
const UsualHours = z.object({
  /** So many days before the day of the alert. */
  days: z.number(),
  hours: z.array(z.object({ hour: z.number(), low: z.number(), median: z.number(), high: z.number() })),
});

/** A condition of the alert with what its sensor measures now. */
const AlertMeasurement = z.object({
  sensorMetricId: z.string(),
  column: z.string(),
  zoneId: z.string().optional(),
  operator: z.string(),
  threshold: z.number(),
  /** False: the condition computes over several readings, which cannot be compared with its limit one by one. */
  comparesReadings: z.boolean(),
  /** The newest reading; null: unknown. */
  at: InstantOut,
  value: z.number().nullable(),
  holdSeconds: z.number(),
  /** In stored units, positive while it rises; absent: it does not move surely, or the alert is not open. */
  perMinute: z.number().optional(),
  /** When it crosses its limit if it goes on as in the last minutes; absent: not sure. */
  forecast: z.object({ becomes: z.enum(['OUTSIDE', 'WITHIN']), at: InstantOut }).optional(),
  usual: UsualHours.optional(),
});

const SimilarAlert = z.object({
  guid: Guid,
  state: z.enum(ALERT_STATES),
  raisedAt: InstantOut,
  endedAt: InstantOut.optional(),
  verdict: AlertDetail.shape.verdict.unwrap().shape.verdict.optional(),
  /** Who acknowledged it. */
  by: z.string().optional(),
});

export const AlertEvidence = AlertDetail.extend({
  measurements: z.array(AlertMeasurement),
  /** Back within limits while the exit delays run. `clearsAt` absent: they wait for readings. */
  exit: z.object({ since: InstantOut, clearsAt: InstantOut.optional() }).optional(),
  pictures: z.object({
    /** The thermal picture at the time it was raised. */
    thermal: Frame.extend({
      zone: Zone.pick({ name: true, rows: true, columns: true, exclusions: true }).optional(),
    }).optional(),
  }),
  /** Weather warnings in force at its location while it was open. */
  weather: z.array(WeatherWarning.extend({ severityLabel: z.enum(SEVERITY_LABELS) })),
  /** Earlier alerts of the same kind there, newest first. */
  similar: z.object({ days: z.number(), count: z.number(), items: z.array(SimilarAlert) }),
});
