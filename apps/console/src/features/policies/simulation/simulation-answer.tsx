/** The result of a simulation: what each rule decides, and who would be notified. */
import type { SimulationOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { delayText } from '@picket/domain/delays';
import { columnOf } from '@picket/domain/metrics';
import { hasThreshold, recordedOperator } from '@picket/domain/operators';
import { severityLabel } from '@picket/domain/severity';
import { formatDateTime } from '../../../lib/format-time.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { limitText, limitUnit } from '../policy-text.ts';
import { sampleCondition, splitSeries } from './simulated-series.ts';

const SOURCE_TEXTS = {
  GLOBAL: 'the organization’s policy',
  OVERRIDE: 'the policy with an override on this device',
  PINNED: 'the pinned copy on this device',
} as const;

const RECIPIENT_TEXTS = {
  CAN_VIEW: 'sees it in the console',
  NO_PERMISSION: 'not notified: no role at this location',
  NOT_SIGNED_UP: 'not notified: has not signed up yet',
} as const;

export function SimulationAnswer({
  simulation,
  series,
  timezone,
  useCelsius,
}: {
  readonly simulation: SimulationOut;
  readonly series: string;
  readonly timezone: string;
  readonly useCelsius: boolean;
}) {
  const [sensorMetricId, column] = splitSeries(series);
  const known = columnOf(sensorMetricId, column)?.label ?? column;
  if (simulation.violations.length === 0) return <p>No rule evaluates {known} here, so no one would be notified.</p>;
  return (
    <div className="stack">
      <ul className="simulation-answers">
        {simulation.violations.map((one) => (
          <li key={`${one.policy.guid} ${one.violation}`} className="row">
            <StateBadge
              state={one.code === 'RAISED' ? severityLabel(one.severity) : 'ok'}
              {...(one.code === 'RAISED' ? {} : { label: 'No alert' })}
            />
            <span>
              <strong>
                {one.policy.name}, {one.violation}:
              </strong>{' '}
              {outcomeText(one, sensorMetricId, column, timezone, useCelsius)}{' '}
              <span className="muted small">By {SOURCE_TEXTS[one.reason]}.</span>
            </span>
          </li>
        ))}
      </ul>
      <Recipients simulation={simulation} timezone={timezone} />
    </div>
  );
}

function Recipients({ simulation, timezone }: { readonly simulation: SimulationOut; readonly timezone: string }) {
  const raised = simulation.violations.filter(({ code, severity }) => code === 'RAISED' && severity > 0);
  const isNotified = raised.some(({ mutedUntil }) => mutedUntil === undefined);
  return (
    <div className="stack-tight">
      <h3>Who would be notified</h3>
      {raised.length === 0 ? (
        <p className="muted">No one: no alert with a severity above 0 would be raised.</p>
      ) : !isNotified ? (
        <p className="muted">
          No one before {formatDateTime(Math.min(...raised.map((one) => Date.parse(one.mutedUntil ?? ''))), timezone)},
          because of do-not-disturb. If the alert is still open then:
        </p>
      ) : null}
      {raised.length > 0 && (
        <ul className="changes">
          {simulation.users.map(({ guid, name, code }) => (
            <li key={guid}>
              <strong>{name}</strong> <span className="muted">{RECIPIENT_TEXTS[code]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function outcomeText(
  { code, raisedAt, mutedUntil, severity, limit, delaySeconds }: SimulationOut['violations'][number],
  sensorMetricId: string,
  column: string,
  timezone: string,
  useCelsius: boolean,
): string {
  const sample = sampleCondition(sensorMetricId, column);
  const bound = `${limitText(sample, limit.threshold, useCelsius)} ${limitUnit(sample, useCelsius) ?? ''}`.trim();
  switch (code) {
    case 'RAISED': {
      const wait = delaySeconds === 0 ? '' : `, after ${delayText(delaySeconds)}`;
      const quiet =
        mutedUntil === undefined
          ? ''
          : ` Muted by do-not-disturb until ${formatDateTime(Date.parse(mutedUntil), timezone)}.`;
      const silent = severity === 0 ? ' It is recorded, but no one is notified: severity 0.' : '';
      return `raised ${formatDateTime(Date.parse(raisedAt ?? ''), timezone)}${wait}.${quiet}${silent}`;
    }
    case 'WITHIN_LIMITS':
      return hasThreshold(limit.operator)
        ? `not ${recordedOperator(limit.operator)?.phrase ?? ''} ${bound}.`
        : 'same as the previous reading: no change.';
    case 'DELAY_NOT_REACHED':
      return `it would have to last ${formatDuration(delaySeconds * 1000)}.`;
    case 'OTHER_CONDITION_NOT_MET':
      return 'another condition is not met by the last reading of its sensor.';
  }
}
