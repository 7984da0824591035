/** The wire's shapes by name, for code that handles them rather than parses them. */
import type { z } from 'zod';
import type { Profile } from './accounts.ts';
import type { Alert, AlertDetail, AlertReading, AlertStep } from './alerts.ts';
import type { Location } from './locations.ts';
import type { Policy } from './policies.ts';
import type { Sentry } from './sentries.ts';
import type { StreamEvent } from './stream.ts';
import type { LatestReading, TelemetrySeries } from './telemetry.ts';
import type { LocationCard } from './views.ts';

export type ProfileOut = z.output<typeof Profile>;
export type LocationOut = z.output<typeof Location>;
export type SentryOut = z.output<typeof Sentry>;
export type PolicyOut = z.output<typeof Policy>;
export type AlertOut = z.output<typeof Alert>;
export type AlertDetailOut = z.output<typeof AlertDetail>;
export type AlertStepOut = z.output<typeof AlertStep>;
export type AlertReadingOut = z.output<typeof AlertReading>;
export type LatestReadingOut = z.output<typeof LatestReading>;
export type TelemetrySeriesOut = z.output<typeof TelemetrySeries>;
export type LocationCardOut = z.output<typeof LocationCard>;
export type StreamEventOut = z.output<typeof StreamEvent>;
