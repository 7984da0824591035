/** The result of a simulation: what each rule decides, and who would be notified. */
import type { SimulationOut } from '@picket/contracts/types';
import { delayText } from '@picket/domain/delays';
import { hasThreshold } from '@picket/domain/operators';
import { severityLabel } from '@picket/domain/severity';
import type { Formats } from '../../../lib/formats.ts';
import { limitText as comparisonText, metricText, ruleNames } from '../../../lib/kind-texts.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { small, strong } from '../../../ui/rich-tags.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import changeLines from '../change-lines.module.css';
import { limitWithUnit } from '../policy-text.ts';
import { splitSeries } from './simulated-series.ts';
import styles from './simulation-result.module.css';

type ViolationResult = SimulationOut['violations'][number];

interface Props {
  readonly simulation: SimulationOut;
  readonly series: string;
  readonly timezone: string;
  readonly useCelsius: boolean;
}

export function SimulationResult({ simulation, series, timezone, useCelsius }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const [sensorMetricId, column] = splitSeries(series);
  if (simulation.violations.length === 0)
    return <p>{t('simulation.result.noRule', { sensor: metricText(t, sensorMetricId, column) })}</p>;
  const limitOf = ({ limit }: ViolationResult): string =>
    limitWithUnit(t, { sensorMetricId, column, calc: limit.calc }, limit.threshold, useCelsius);
  return (
    <div className="stack">
      <ul className={styles.answers}>
        {simulation.violations.map((one) => (
          <li key={`${one.policy.guid} ${one.violation}`} className="row">
            <StateBadge
              state={one.code === 'RAISED' ? severityLabel(one.severity) : 'ok'}
              {...(one.code === 'RAISED' ? {} : { label: t('simulation.result.noAlert') })}
            />
            <span>
              {t.rich('simulation.result.line', {
                rule: ruleNames(t, one.policy.name, one.violation).join(', '),
                outcome: outcomeText(t, formats, one, limitOf(one)),
                source: t(`simulation.source.${one.reason}`),
                strong,
                small,
              })}
            </span>
          </li>
        ))}
      </ul>
      <Recipients simulation={simulation} timezone={timezone} />
    </div>
  );
}

function Recipients({ simulation, timezone }: Pick<Props, 'simulation' | 'timezone'>) {
  const t = useText();
  const formats = useFormats(timezone);
  const raised = simulation.violations.filter(({ code, severity }) => code === 'RAISED' && severity > 0);
  const isNotified = raised.some(({ mutedUntil }) => mutedUntil === undefined);
  const mutedUntil = Math.min(...raised.map((one) => Date.parse(one.mutedUntil ?? '')));
  return (
    <div className="stack-tight">
      <h3>{t('simulation.recipients.title')}</h3>
      {raised.length === 0 ? (
        <p className="muted">{t('simulation.recipients.none')}</p>
      ) : !isNotified ? (
        <p className="muted">{t('simulation.recipients.muted', { until: formats.dateTime(mutedUntil) })}</p>
      ) : null}
      {raised.length > 0 && (
        <ul className={changeLines.lines}>
          {simulation.users.map(({ guid, name, code }) => (
            <li key={guid}>
              <strong>{name}</strong> <span className="muted">{t(`simulation.recipient.${code}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function raisedText(t: Translator, formats: Formats, result: ViolationResult): string {
  const { raisedAt, mutedUntil, severity, delaySeconds } = result;
  const time = formats.dateTimeWithSeconds(raisedAt ?? '');
  return [
    delaySeconds === 0
      ? t('simulation.outcome.raised', { time })
      : t('simulation.outcome.raisedAfter', { time, delay: delayText(delaySeconds) }),
    ...(mutedUntil === undefined ? [] : [t('simulation.outcome.muted', { until: formats.dateTime(mutedUntil) })]),
    ...(severity === 0 ? [t('simulation.outcome.silent')] : []),
  ].join(' ');
}

/** What a rule decides, in sentences. `limit`: what the reading is compared with. */
function outcomeText(t: Translator, formats: Formats, result: ViolationResult, limit: string): string {
  const { operator } = result.limit;
  switch (result.code) {
    case 'RAISED':
      return raisedText(t, formats, result);
    case 'WITHIN_LIMITS':
      return hasThreshold(operator)
        ? t('simulation.outcome.within', { comparison: comparisonText(t, operator), limit })
        : t('simulation.outcome.unchanged');
    case 'DELAY_NOT_REACHED':
      return t('simulation.outcome.delay', { duration: formats.duration(result.delaySeconds * 1000) });
    case 'OTHER_CONDITION_NOT_MET':
      return t('simulation.outcome.otherCondition');
  }
}
