/** The settings of a violation that its sentence does not show. */
import { Checkbox, NumberInput } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import type { Condition, Violation } from '@picket/domain/policies';
import { useId } from 'react';
import { ConditionDetails } from './condition-details.tsx';
import { DelayField } from './delay-field.tsx';

interface Props {
  readonly violation: Violation;
  readonly readOnly: boolean;
  readonly zones: readonly ZoneOut[];
  readonly onChange: (part: Partial<Violation>) => void;
  readonly onCondition: (index: number, condition: Condition) => void;
}

export function ViolationDetails({ violation, readOnly, zones, onChange, onCondition }: Props) {
  const id = useId();
  return (
    <details className="violation-details">
      <summary>
        All settings<span className="visually-hidden"> of {violation.description}</span>
      </summary>
      <fieldset disabled={readOnly} className="settings-grid">
        <legend className="visually-hidden">Settings of {violation.description}</legend>
        <NumberInput
          label="Severity"
          description="0 to 999; from 100 info, from 200 warning, from 300 critical"
          min={0}
          max={999}
          allowDecimal={false}
          value={violation.severity}
          onChange={(value) => typeof value === 'number' && onChange({ severity: value })}
        />
        <DelayField
          label="Adjust the start time shown"
          description="Moves the time shown, not the decision: -30 s is earlier"
          mayBeNegative
          value={violation.incidentStartAdjustment}
          onChange={(incidentStartAdjustment) => onChange({ incidentStartAdjustment })}
        />
        <div className="stack-tight">
          <Checkbox
            id={`${id}-resolve`}
            label="Stays open until somebody resolves it"
            checked={violation.activeResolution}
            onChange={(event) => onChange({ activeResolution: event.currentTarget.checked })}
          />
          <Checkbox
            id={`${id}-instant`}
            label="Instant: an event without a duration"
            checked={violation.instant}
            onChange={(event) => onChange({ instant: event.currentTarget.checked })}
          />
          <Checkbox
            id={`${id}-video`}
            label="Records video"
            checked={violation.video}
            onChange={(event) => onChange({ video: event.currentTarget.checked })}
          />
        </div>
        {violation.conditions.map((condition, index) => (
          <ConditionDetails
            key={`${index.toString()}`}
            condition={condition}
            zones={zones}
            onChange={(next) => onCondition(index, next)}
          />
        ))}
      </fieldset>
    </details>
  );
}
