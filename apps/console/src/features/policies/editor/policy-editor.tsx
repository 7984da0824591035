/** Edits the violations of a policy. */
import { Button } from '@mantine/core';
import { newViolation, type PolicyContent, type Violation } from '@picket/domain/policies';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useText } from '../../../lib/texts.ts';
import { uniqueName } from '../../../lib/unique-name.ts';
import { defaultCondition, isPicture } from '../policy-content.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import type { PolicyChecks } from '../warnings/use-policy-checks.ts';
import { BaseZoneField } from './base-zone-field.tsx';
import { useZonesAt } from './use-zones-at.ts';
import { messagesOfViolation, ViolationEditor } from './violation-editor.tsx';

interface Props {
  readonly content: NamedContent;
  /** In force; null: a new policy. */
  readonly inForce: PolicyContent | null;
  readonly sentryOption: SentryOption | null;
  readonly readOnly: boolean;
  readonly useCelsius: boolean;
  readonly problem: unknown;
  readonly checks: PolicyChecks;
  readonly onChange: (content: NamedContent) => void;
}

export function PolicyEditor({ content, inForce, sentryOption, readOnly, problem, onChange, ...shown }: Props) {
  const t = useText();
  const { violations } = content.definition;
  const hasPictures = violations.some(({ conditions }) => conditions.some((one) => isPicture(one.sensorMetricId)));
  const zones = useZonesAt(hasPictures ? sentryOption : null);
  const addViolation = (): void =>
    setViolations([...violations, furtherViolation(t('policies.violation.another'), violations)]);
  const setViolations = (next: readonly Violation[]): void =>
    onChange({ ...content, definition: { ...content.definition, violations: next } });
  return (
    <>
      {violations.map((violation, index) => (
        <ViolationEditor
          {...shown}
          key={`${index.toString()}`}
          violation={violation}
          was={formerViolation(inForce, violations, index)}
          readOnly={readOnly}
          zones={zones}
          messages={messagesOfViolation(problem, index)}
          onChange={(next) => setViolations(violations.map((one, place) => (place === index ? next : one)))}
          onRemove={
            violations.length > 1 ? () => setViolations(violations.filter((one) => one !== violation)) : undefined
          }
        />
      ))}
      {hasPictures && (!readOnly || content.definition.zone !== undefined) && (
        <BaseZoneField content={content} zones={zones} readOnly={readOnly} onChange={onChange} />
      )}
      {!readOnly && (
        <div>
          <Button variant="default" onClick={addViolation}>
            {t('policies.violation.add')}
          </Button>
        </div>
      )}
    </>
  );
}

/** The violation as it is in force: of the same name, else the one in its place whose name is gone, which was renamed. */
function formerViolation(
  inForce: PolicyContent | null,
  violations: readonly Violation[],
  index: number,
): Violation | null {
  const before = inForce?.definition.violations ?? [];
  const named = before.find(({ description }) => description === violations[index]?.description);
  if (named !== undefined) return named;
  const placed = before[index];
  return placed === undefined || violations.some(({ description }) => description === placed.description)
    ? null
    : placed;
}

/** One that begins with the condition of the last. */
function furtherViolation(wanted: string, violations: readonly Violation[]): Violation {
  const name = uniqueName(
    wanted,
    violations.map(({ description }) => description),
  );
  const [condition = defaultCondition('environment_temperature', 'value')] = violations.at(-1)?.conditions ?? [];
  return newViolation(name, 200, condition);
}
