/**
 * One notification per cause: alerts that a loss of connectivity or power causes. An alert is linked to the earliest open
 * alert about connectivity or power that can have caused it; people are notified of that one. Only direct consequences of
 * such a loss are grouped: a leak, a fire or a person is never hidden behind an outage.
 */
import type { Metric } from './metric-row.ts';
import { metricFamilyOf, policyMetricOf } from './metrics.ts';
import { severityLabel } from './severity.ts';
import type { Millis } from './time.ts';

export type Cause = Exclude<Metric['outage'], 'SYMPTOM' | null>;

const outageOf = (sensorMetricId: string): Metric['outage'] =>
  policyMetricOf(metricFamilyOf(sensorMetricId))?.outage ?? null;

/** Returns what an alert on these metrics reports as lost, or null. */
export function getCause(sensorMetricIds: readonly string[]): Cause | null {
  const [first = null, ...others] = sensorMetricIds.map(outageOf);
  return first !== 'SYMPTOM' && others.every((outage) => outage === first) ? first : null;
}

/** Returns whether lost connectivity or power may have caused an alert on these metrics. */
export const isPossibleSymptom = (sensorMetricIds: readonly string[]): boolean =>
  sensorMetricIds.length > 0 && sensorMetricIds.every((metric) => outageOf(metric) === 'SYMPTOM');

/** Sentries of a location detect the same loss within this time; a later one is another loss. */
const SAME_LOSS_WINDOW_MS: Millis = 300_000;

export interface IncidentAlert {
  readonly guid: string;
  readonly sentry: string | null;
  readonly location: string | null;
  readonly startedAt: Millis;
  readonly metrics: readonly string[];
}

/**
 * Returns the guid of the alert that caused this one, among the open alerts about connectivity and power (`losses`; the alert
 * itself is ignored), or null. A loss is linked to another at its location that began within the window, or at any earlier
 * time on the same sentry; a symptom is linked to a loss on its own sentry. An alert that began before a loss is not linked
 * to it.
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
  // The loss found may itself be linked to another that is still open.
  return losses.some(({ guid }) => guid === found.root) ? found.root : found.guid;
}

/** Returns whether an alert notifies although people were notified of its cause: a worse loss, or a symptom of a higher label. */
export const exceedsCause = (
  alert: { readonly severity: number; readonly isLoss: boolean },
  causeSeverity: number,
): boolean =>
  alert.severity > causeSeverity && (alert.isLoss || severityLabel(alert.severity) !== severityLabel(causeSeverity));
