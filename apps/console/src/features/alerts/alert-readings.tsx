/** The readings around an alert, a graph for each of its conditions. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { toSpanQuery } from '../../lib/time-span.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { AlertGraph } from './alert-graph.tsx';
import { alertTimezone } from './alert-text.ts';

const HOUR = 3_600_000;
const DEFAULT_HOLD_SECONDS = 150;

type Condition = AlertEvidenceOut['conditions'][number];

export function AlertReadings({ alert }: { readonly alert: AlertEvidenceOut }) {
  return alert.conditions
    .filter(({ sensorMetricId }) => sensorMetricId !== SILENCE_METRIC)
    .map((condition) => (
      <ReadingsCard key={`${condition.sensorMetricId}.${condition.column}`} alert={alert} condition={condition} />
    ));
}

function ReadingsCard({ alert, condition }: { readonly alert: AlertEvidenceOut; readonly condition: Condition }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const { sensorMetricId, column } = condition;
  const measured = alert.measurements.find((one) => one.sensorMetricId === sensorMetricId && one.column === column);
  return (
    <section className="card pad" aria-label={t('alerts.readingsAround')}>
      <div className="row">
        <h2>{t('alerts.readings')}</h2>
        <span className="muted small facts">
          <span>{t('alerts.aroundAlert')}</span>
          {formats.timezoneNote() !== '' && <span>{formats.timezoneNote()}</span>}
        </span>
        <span className="grow" />
        {alert.location !== undefined && (
          <Link className="small" to={historyPath(alert.location.guid, alert, `${sensorMetricId}.${column}`)}>
            {t('alerts.openInHistory')}
          </Link>
        )}
      </div>
      <AlertGraph alert={alert} condition={condition} holdMs={(measured?.holdSeconds ?? DEFAULT_HOLD_SECONDS) * 1000} />
    </section>
  );
}

/** Returns the history of the alert, with an hour before and after. */
function historyPath(location: string, alert: AlertEvidenceOut, series: string): string {
  const named = alert.sentry === undefined ? {} : { sentry: alert.sentry.guid };
  const end = alert.endedAt ?? alert.readings.at(-1)?.at ?? alert.raisedAt;
  const span = toSpanQuery(Date.parse(alert.startedAt) - HOUR, Date.parse(end) + HOUR);
  return `/locations/${location}/history?${new URLSearchParams({ series, ...named, ...span })}`;
}
