/** The details of a condition: its aggregation, its own delays, its zone. */
import { NumberInput, Select } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import { AGGREGATION_NAMES, EACH_READING, hasWindow } from '@picket/domain/aggregations';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import type { Condition } from '@picket/domain/policies';
import { aggregationText, metricSentenceText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { isPicture } from '../policy-content.ts';
import { DelayField } from './delay-field.tsx';
import styles from './violation-editor.module.css';
import { zoneOptions } from './zone-options.ts';

interface Props {
  readonly condition: Condition;
  readonly zones: readonly ZoneOut[];
  readonly onChange: (condition: Condition) => void;
}

const USUAL_MINUTES = 5;

export function ConditionDetails({ condition, zones, onChange }: Props) {
  const t = useText();
  const { sensorMetricId, column, calc, zoneId } = condition;
  const seen = zones.filter(({ sensorMetricIdList }) => sensorMetricIdList.includes(sensorMetricId));
  const change = (part: Partial<Condition>): void => onChange({ ...condition, ...part });
  return (
    <fieldset className={`${styles.settings} ${styles.condition}`}>
      <legend>{t('policies.condition.title', { sensor: metricSentenceText(t, sensorMetricId, column) })}</legend>
      {sensorMetricId !== SILENCE_METRIC && (
        <AggregationFields calc={calc} onChange={(next) => change({ calc: next })} />
      )}
      {isPicture(sensorMetricId) && (
        <Select
          label={t('policies.zone.one')}
          data={zoneOptions(t, t('policies.zone.base'), seen, zoneId)}
          value={zoneId ?? ''}
          allowDeselect={false}
          onChange={(value) => {
            const { zoneId: _, ...whole } = condition;
            onChange(value === null || value === '' ? whole : { ...whole, zoneId: value });
          }}
        />
      )}
      <DelayField
        label={t('policies.condition.onsetDelay')}
        value={condition.onsetDelay}
        onChange={(onsetDelay) => change({ onsetDelay })}
      />
      <DelayField
        label={t('policies.condition.exitDelay')}
        value={condition.exitDelay}
        onChange={(exitDelay) => change({ exitDelay })}
      />
      <DelayField
        label={t('policies.condition.startAdjustment')}
        mayBeNegative
        value={condition.violationStartAdjustment}
        onChange={(violationStartAdjustment) => change({ violationStartAdjustment })}
      />
    </fieldset>
  );
}

interface AggregationProps {
  readonly calc: Condition['calc'];
  readonly onChange: (calc: Condition['calc']) => void;
}

/** What is compared, and over how many minutes. */
function AggregationFields({ calc, onChange }: AggregationProps) {
  const t = useText();
  return (
    <>
      <Select
        label={t('policies.condition.compared')}
        data={AGGREGATION_NAMES.map((grab) => ({ value: grab, label: aggregationText(t, grab) }))}
        value={calc.grab}
        allowDeselect={false}
        onChange={(value) => {
          const grab = AGGREGATION_NAMES.find((one) => one === value) ?? EACH_READING.grab;
          onChange({ grab, minutes: hasWindow(grab) ? Math.max(calc.minutes, USUAL_MINUTES) : 0 });
        }}
      />
      {hasWindow(calc.grab) && (
        <NumberInput
          label={t('policies.condition.minutes')}
          min={1}
          max={44_640}
          value={calc.minutes}
          onChange={(value) => typeof value === 'number' && value > 0 && onChange({ ...calc, minutes: value })}
        />
      )}
    </>
  );
}
