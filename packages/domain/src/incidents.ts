/**
 * One message per cause: what a lost contact or lost power brings with it. An alert belongs to the earliest open alert about
 * contact or power that can be behind it; that one is told, and speaks for the rest. Only what follows from such a loss by
 * itself is folded: a leak, a fire, a person are never hidden behind an outage.
 */
import { fluidSensorOf, SILENCE_METRIC } from './metrics.ts';
import { severityLabel } from './severity.ts';
import type { Millis } from './time.ts';

export const CAUSES = ['POWER', 'CONNECTIVITY'] as const;
export type Cause = (typeof CAUSES)[number];

const CAUSE_METRICS: Readonly<Record<string, Cause>> = {
  [SILENCE_METRIC]: 'CONNECTIVITY',
  power_onBattery: 'POWER',
  power_badSource: 'POWER',
};

/** What goes wrong by itself where power or contact is gone. */
const SYMPTOM_METRICS = new Set([
  'fluid_missing',
  'fluid_battery',
  'power_battery',
  'bluetooth_devices',
  'environment_temperature',
  'environment_humidity',
  'environment_dewpoint',
]);

const getMetricFamily = (sensorMetricId: string): string => fluidSensorOf(sensorMetricId)?.family ?? sensorMetricId;

/** What an alert on these metrics says was lost, or null. */
export function getCause(sensorMetricIds: readonly string[]): Cause | null {
  const causes = sensorMetricIds.map((metric) => CAUSE_METRICS[metric]);
  const [first] = causes;
  return first !== undefined && causes.every((cause) => cause === first) ? first : null;
}

/** Whether an alert on these metrics may follow from lost contact or power. */
export const isPossibleSymptom = (sensorMetricIds: readonly string[]): boolean =>
  sensorMetricIds.length > 0 && sensorMetricIds.every((metric) => SYMPTOM_METRICS.has(getMetricFamily(metric)));

/** Sentries of a site notice a loss within so long of each other; a later one is another loss. */
export const SAME_LOSS_WINDOW_MS: Millis = 300_000;

export interface IncidentAlert {
  readonly guid: string;
  readonly sentry: string | null;
  readonly location: string | null;
  readonly startedAt: Millis;
  readonly metrics: readonly string[];
}

/**
 * The alert behind this one among the open alerts about contact and power (`losses`, itself left out), or null. A loss joins
 * another of its site that began about when it did, or at any time before on the same sentry; what may follow from a loss
 * joins one that its own sentry has part in. What began before is its own matter.
 */
export function findRootAlert(
  alert: IncidentAlert,
  losses: readonly (IncidentAlert & { readonly root: string | null })[],
): string | null {
  const isLoss = getCause(alert.metrics) !== null;
  if (!isLoss && !isPossibleSymptom(alert.metrics)) return null;
  const before = losses
    .filter(
      (loss) =>
        loss.guid !== alert.guid &&
        loss.location === alert.location &&
        (loss.startedAt < alert.startedAt || (loss.startedAt === alert.startedAt && loss.guid < alert.guid)),
    )
    .sort((a, b) => a.startedAt - b.startedAt || (a.guid < b.guid ? -1 : 1));
  const found = before.find(
    (loss) => loss.sentry === alert.sentry || (isLoss && alert.startedAt - loss.startedAt <= SAME_LOSS_WINDOW_MS),
  );
  if (found === undefined) return null;
  // The one it joins may itself follow from another that is still open.
  return losses.some(({ guid }) => guid === found.root) ? found.root : found.guid;
}

/** Whether an alert is told though people know of its cause: a worse loss, or a symptom of a worse kind. */
export const exceedsCause = (
  alert: { readonly severity: number; readonly isLoss: boolean },
  causeSeverity: number,
): boolean =>
  alert.severity > causeSeverity && (alert.isLoss || severityLabel(alert.severity) !== severityLabel(causeSeverity));
