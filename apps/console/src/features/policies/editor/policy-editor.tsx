/** Edits the rules of a policy. */
import { Button, Select } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import { newViolation, type PolicyContent, type Violation } from '@picket/domain/policies';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { ApiError, useApi } from '../../../lib/api.ts';
import '../policies.css';
import { defaultCondition, isPicture, uniqueName } from '../policy-content.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { type FieldMessage, ViolationEditor } from './violation-editor.tsx';

interface Props {
  readonly content: NamedContent;
  /** In force; null: a new policy. */
  readonly inForce: PolicyContent | null;
  readonly sentryOption: SentryOption | null;
  readonly readOnly: boolean;
  readonly useCelsius: boolean;
  readonly problem: unknown;
  readonly onChange: (content: NamedContent) => void;
}

const WRITTEN = 'definition.violations.';

/** The error messages of one violation, with paths relative to it. */
function messagesFor(problem: unknown, index: number): readonly FieldMessage[] {
  if (!(problem instanceof ApiError)) return [];
  const path = `${WRITTEN}${index}.`;
  return problem.errors.flatMap(({ name, message }) =>
    name.startsWith(path) ? [{ name: name.slice(path.length), message }] : [],
  );
}

export function PolicyEditor({ content, inForce, sentryOption, readOnly, useCelsius, problem, onChange }: Props) {
  const { violations } = content.definition;
  const seesPictures = violations.some(({ conditions }) =>
    conditions.some(({ sensorMetricId }) => isPicture(sensorMetricId)),
  );
  const zones = useApi(
    'GET /locations/{guid}/zones',
    seesPictures && sentryOption !== null
      ? { params: { guid: sentryOption.location.guid }, query: { limit: 500 } }
      : null,
  );
  const known: readonly ZoneOut[] = zones.data?.items ?? [];
  const setViolations = (next: readonly Violation[]): void =>
    onChange({ ...content, definition: { ...content.definition, violations: next } });
  const wasOf = (violation: Violation, index: number): Violation | null => {
    const before = inForce?.definition.violations ?? [];
    const named = before.find(({ description }) => description === violation.description);
    if (named !== undefined) return named;
    // Renamed: the violation in the same place whose name is gone.
    const placed = before[index];
    return placed === undefined || violations.some(({ description }) => description === placed.description)
      ? null
      : placed;
  };
  return (
    <>
      {violations.map((violation, index) => (
        <ViolationEditor
          key={`${index.toString()}`}
          violation={violation}
          was={wasOf(violation, index)}
          readOnly={readOnly}
          useCelsius={useCelsius}
          zones={known}
          messages={messagesFor(problem, index)}
          onChange={(next) => setViolations(violations.map((one, place) => (place === index ? next : one)))}
          onRemove={
            violations.length > 1 ? () => setViolations(violations.filter((one) => one !== violation)) : undefined
          }
        />
      ))}
      {seesPictures && (!readOnly || content.definition.zone !== undefined) && (
        <Select
          className="policy-zone"
          label="Part of the picture evaluated"
          description="For conditions without a zone of their own"
          disabled={readOnly}
          allowDeselect={false}
          data={[
            { value: '', label: 'The base zone of each sensor, or the whole picture' },
            ...known.map((zone) => ({ value: zone.zoneId, label: zone.name })),
            ...(content.definition.zone === undefined || known.some(({ zoneId }) => zoneId === content.definition.zone)
              ? []
              : [{ value: content.definition.zone, label: 'A zone at another location' }]),
          ]}
          value={content.definition.zone ?? ''}
          onChange={(zone) =>
            onChange({
              ...content,
              definition: { violations, ...(zone === null || zone === '' ? {} : { zone }) },
            })
          }
        />
      )}
      {!readOnly && (
        <div>
          <Button
            variant="default"
            onClick={() => {
              const [condition] = violations.at(-1)?.conditions ?? [
                defaultCondition('environment_temperature', 'value'),
              ];
              const name = uniqueName(
                'Another rule',
                violations.map(({ description }) => description),
              );
              if (condition !== undefined) setViolations([...violations, newViolation(name, 200, condition)]);
            }}
          >
            Add rule
          </Button>
        </div>
      )}
    </>
  );
}
