/** The details of a condition: its aggregation, its own delays, its zone. */
import { NumberInput, Select } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import { AGGREGATION_NAMES, AGGREGATIONS, EACH_READING } from '@picket/domain/aggregations';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import type { Condition } from '@picket/domain/policies';
import { isPicture, sensorName } from '../policy-content.ts';
import { DelayField } from './delay-field.tsx';

interface Props {
  readonly condition: Condition;
  readonly zones: readonly ZoneOut[];
  readonly onChange: (condition: Condition) => void;
}

const USUAL_MINUTES = 5;

export function ConditionDetails({ condition, zones, onChange }: Props) {
  const { sensorMetricId, column, calc, zoneId } = condition;
  const seen = zones.filter(({ sensorMetricIdList }) => sensorMetricIdList.includes(sensorMetricId));
  const change = (part: Partial<Condition>): void => onChange({ ...condition, ...part });
  return (
    <fieldset className="settings-grid condition-details">
      <legend>Condition on {sensorName(sensorMetricId, column)}</legend>
      {sensorMetricId !== SILENCE_METRIC && (
        <Select
          label="What is compared"
          data={AGGREGATION_NAMES.map((grab) => ({ value: grab, label: AGGREGATIONS[grab].label }))}
          value={calc.grab}
          allowDeselect={false}
          onChange={(value) => {
            const grab = AGGREGATION_NAMES.find((one) => one === value) ?? EACH_READING.grab;
            change({
              calc: { grab, minutes: AGGREGATIONS[grab].hasWindow ? Math.max(calc.minutes, USUAL_MINUTES) : 0 },
            });
          }}
        />
      )}
      {AGGREGATIONS[calc.grab].hasWindow && (
        <NumberInput
          label="Over the last (minutes)"
          min={1}
          max={44_640}
          value={calc.minutes}
          onChange={(value) => typeof value === 'number' && value > 0 && change({ calc: { ...calc, minutes: value } })}
        />
      )}
      {isPicture(sensorMetricId) && (
        <Select
          label="Zone"
          data={[
            { value: '', label: 'The base zone, or the whole picture' },
            ...seen.map((zone) => ({ value: zone.zoneId, label: zone.name })),
            ...(zoneId === undefined || seen.some((zone) => zone.zoneId === zoneId)
              ? []
              : [{ value: zoneId, label: 'A zone at another location' }]),
          ]}
          value={zoneId ?? ''}
          allowDeselect={false}
          onChange={(value) => {
            const { zoneId: _, ...whole } = condition;
            onChange(value === null || value === '' ? whole : { ...whole, zoneId: value });
          }}
        />
      )}
      <DelayField
        label="Condition onset delay"
        value={condition.onsetDelay}
        onChange={(onsetDelay) => change({ onsetDelay })}
      />
      <DelayField
        label="Condition exit delay"
        value={condition.exitDelay}
        onChange={(exitDelay) => change({ exitDelay })}
      />
      <DelayField
        label="Start adjustment"
        mayBeNegative
        value={condition.violationStartAdjustment}
        onChange={(violationStartAdjustment) => change({ violationStartAdjustment })}
      />
    </fieldset>
  );
}
