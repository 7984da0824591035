/** The settings of a violation that its sentence does not show. */
import { Checkbox, NumberInput } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import type { Condition, Violation } from '@picket/domain/policies';
import { useId } from 'react';
import { nameText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { hidden } from '../../../ui/rich-tags.tsx';
import { ConditionDetails } from './condition-details.tsx';
import { DelayField } from './delay-field.tsx';
import styles from './violation-editor.module.css';

interface Props {
  readonly violation: Violation;
  readonly readOnly: boolean;
  readonly zones: readonly ZoneOut[];
  readonly onChange: (part: Partial<Violation>) => void;
  readonly onCondition: (index: number, condition: Condition) => void;
}

export function ViolationDetails({ violation, readOnly, zones, onChange, onCondition }: Props) {
  const t = useText();
  const id = useId();
  const name = nameText(t, violation.description);
  return (
    <details className={styles.details}>
      <summary>{t.rich('policies.violation.allSettings', { name, hidden })}</summary>
      <fieldset disabled={readOnly} className={styles.settings}>
        <legend className="visually-hidden">{t('policies.violation.settings', { name })}</legend>
        <NumberInput
          label={t('policies.violation.severity')}
          description={t('policies.violation.severityHelp')}
          min={0}
          max={999}
          allowDecimal={false}
          value={violation.severity}
          onChange={(value) => typeof value === 'number' && onChange({ severity: value })}
        />
        <DelayField
          label={t('policies.violation.startAdjustment')}
          description={t('policies.violation.startAdjustmentHelp')}
          mayBeNegative
          value={violation.incidentStartAdjustment}
          onChange={(incidentStartAdjustment) => onChange({ incidentStartAdjustment })}
        />
        <div className="stack-tight">
          <Checkbox
            id={`${id}-resolve`}
            label={t('policies.violation.activeResolution')}
            checked={violation.activeResolution}
            onChange={(event) => onChange({ activeResolution: event.currentTarget.checked })}
          />
          <Checkbox
            id={`${id}-instant`}
            label={t('policies.violation.instant')}
            checked={violation.instant}
            onChange={(event) => onChange({ instant: event.currentTarget.checked })}
          />
          <Checkbox
            id={`${id}-video`}
            label={t('policies.violation.video')}
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
