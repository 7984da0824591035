/** What is particular to each sensor of a sentry: how often it is expected, and what is added to its readings and why. */
import { Button, NumberInput, TextInput } from '@mantine/core';
import type { LatestReadingOut } from '@picket/contracts/types';
import { columnOf } from '@picket/domain/metrics';
import { useState } from 'react';
import { api, fieldProblem, refresh, useApi } from '../../lib/api.ts';
import { formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { metricLabel } from '../telemetry/index.ts';

interface Props {
  readonly sentry: string;
  readonly readings: readonly LatestReadingOut[];
  readonly mayTune: boolean;
  readonly useCelsius: boolean;
}

export function SensorOffsets({ sentry, readings, mayTune, useCelsius }: Props) {
  const settings = useApi('GET /sentries/{guid}/sensors', { params: { guid: sentry }, query: { limit: 500 } });
  const [editing, setEditing] = useState<string | null>(null);
  // States and counts have nothing to be corrected.
  const tunable = readings.filter(({ sensorMetricId, column }) => {
    const definition = columnOf(sensorMetricId, column);
    return definition !== null && definition.whenOn === undefined && definition.decimals > 0;
  });
  if (tunable.length === 0) return <p className="muted small">No sensor of this sentry takes an offset.</p>;
  return (
    <ul className="sensor-offsets">
      {tunable.map(({ sensorMetricId, column }) => {
        const key = `${sensorMetricId}.${column}`;
        const offsets = (settings.data?.items ?? [])
          .filter((one) => one.sensorMetricId === sensorMetricId)
          .flatMap((one) => one.offsets)
          .filter((one) => one.column === column);
        const [current] = offsets;
        return (
          <li key={key}>
            <div className="row">
              <span className="grow">
                <strong>{metricLabel(sensorMetricId, column)}</strong>{' '}
                <span className="muted small num">
                  {current === undefined || current.offset === 0
                    ? 'No offset'
                    : `${signed(current.offset, sensorMetricId, column, useCelsius)} since ${formatViewerDateTime(current.from)}, set by ${current.by}: ${current.reason}`}
                </span>
              </span>
              {mayTune && editing !== key && (
                <Button size="xs" variant="default" onClick={() => setEditing(key)}>
                  Set offset<span className="visually-hidden"> for {metricLabel(sensorMetricId, column)}</span>
                </Button>
              )}
            </div>
            {editing === key && (
              <OffsetForm
                sentry={sentry}
                sensorMetricId={sensorMetricId}
                column={column}
                current={current?.offset ?? 0}
                useCelsius={useCelsius}
                onDone={() => setEditing(null)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** An offset is a difference: Fahrenheit's zero does not move it. */
const factor = (
  sensorMetricId: string,
  column: string,
  useCelsius: boolean,
): { readonly by: number; readonly unit: string } => {
  const { unit = '', displayFactor = 1 } = columnOf(sensorMetricId, column) ?? {};
  if (unit === '°C' && !useCelsius) return { by: 1.8, unit: '°F' };
  return { by: displayFactor, unit };
};

function signed(offset: number, sensorMetricId: string, column: string, useCelsius: boolean): string {
  const { by, unit } = factor(sensorMetricId, column, useCelsius);
  const shown = Number((offset * by).toFixed(2));
  return `${shown > 0 ? '+' : ''}${shown} ${unit}`;
}

interface FormProps {
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly current: number;
  readonly useCelsius: boolean;
  readonly onDone: () => void;
}

function OffsetForm({ sentry, sensorMetricId, column, current, useCelsius, onDone }: FormProps) {
  const { by, unit } = factor(sensorMetricId, column, useCelsius);
  const [offset, setOffset] = useState<number | string>(Number((current * by).toFixed(2)));
  const [reason, setReason] = useState('');
  const value = typeof offset === 'number' ? offset / by : Number.NaN;
  const { busy, problem, submit } = useSubmit(async () => {
    await api('PATCH /sentries/{guid}/sensors/{sensorMetricId}', {
      params: { guid: sentry, sensorMetricId },
      body: { offset: { column, value, reason } },
    });
    await refresh('GET /sentries/{guid}/sensors');
    showToast('Saved', 'Readings from now on are corrected; the raw values are kept beside them.');
    onDone();
  });
  return (
    <form
      className="stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="offset-form">
        <NumberInput
          label={`Offset (${unit})`}
          decimalScale={2}
          step={0.1}
          value={offset}
          onChange={setOffset}
          error={fieldProblem(problem, 'offset.value')}
        />
        <TextInput
          label="Reason"
          placeholder="Compared with a reference thermometer"
          maxLength={512}
          value={reason}
          error={fieldProblem(problem, 'offset.reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
          required
        />
      </div>
      <FormProblem problem={problem} fields={['offset.value', 'offset.reason']} />
      <div className="row">
        <Button size="xs" type="submit" loading={busy} disabled={Number.isNaN(value) || reason.trim() === ''}>
          Save offset
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
