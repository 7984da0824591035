/** What is particular to each sensor of a sentry: how often it is expected, and what is added to its readings and why. */
import { Button, NumberInput, TextInput } from '@mantine/core';
import type { LatestReadingOut } from '@picket/contracts/types';
import { columnOf } from '@picket/domain/metrics';
import { differenceScale } from '@picket/domain/units';
import { useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { numberTyped } from '../../lib/number-typed.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import { showToast } from '../../ui/toasts.ts';
import { metricLabel } from '../readings/index.ts';
import styles from './sensor-offsets.module.css';

/** The version of a sensor whose settings nobody has changed. */
const NEVER_SET = '1970-01-01T00:00:00.000Z';

interface Props {
  readonly sentry: string;
  readonly readings: readonly LatestReadingOut[];
  readonly mayTune: boolean;
  readonly useCelsius: boolean;
}

export function SensorOffsets({ sentry, readings, mayTune, useCelsius }: Props) {
  const t = useText();
  const formats = useFormats();
  const settings = useWholeList('GET /sentries/{guid}/sensors', { params: { guid: sentry } });
  const [editing, setEditing] = useState<string | null>(null);
  // States and counts have nothing to be corrected.
  const tunable = readings.filter(({ sensorMetricId, column }) => {
    const definition = columnOf(sensorMetricId, column);
    return definition !== null && definition.whenOn === undefined && definition.decimals > 0;
  });
  if (tunable.length === 0) return <p className="muted small">{t('sensors.offset.noSensor')}</p>;
  return (
    <ul className={styles.offsets}>
      {tunable.map(({ sensorMetricId, column }) => {
        const key = `${sensorMetricId}.${column}`;
        const setting = settings.data?.items.find((one) => one.sensorMetricId === sensorMetricId);
        const offsets = (setting?.offsets ?? []).filter((one) => one.column === column);
        const version = setting?.last_update_ts ?? NEVER_SET;
        const [current] = offsets;
        const metric = metricLabel(t, sensorMetricId, column);
        return (
          <li key={key}>
            <div className="row">
              <span className="grow">
                <strong>{metric}</strong>{' '}
                <span className="muted small num">
                  {current === undefined || current.offset === 0
                    ? t('sensors.offset.none')
                    : t('sensors.offset.current', {
                        offset: formats.difference(sensorMetricId, column, current.offset),
                        time: formats.dateTimeWithSeconds(current.from),
                        person: current.by,
                        reason: current.reason,
                      })}
                </span>
              </span>
              {mayTune && editing !== key && (
                <Button size="xs" variant="default" onClick={() => setEditing(key)}>
                  {t.rich('sensors.offset.set', { metric, hidden })}
                </Button>
              )}
            </div>
            {editing === key && (
              <OffsetForm
                sentry={sentry}
                sensorMetricId={sensorMetricId}
                column={column}
                current={current?.offset ?? 0}
                version={version}
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

interface FormProps {
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly current: number;
  /** `last_update_ts` of the sensor's settings. */
  readonly version: string;
  readonly useCelsius: boolean;
  readonly onDone: () => void;
}

const refreshSettings = (): Promise<unknown> => refresh('GET /sentries/{guid}/sensors');

function OffsetForm({ sentry, sensorMetricId, column, current, version, useCelsius, onDone }: FormProps) {
  const t = useText();
  const { factor, unit } = differenceScale(sensorMetricId, column, { useCelsius });
  const shown: number | string = Number((current * factor).toFixed(2));
  const apiForm = useApiForm('PATCH /sentries/{guid}/sensors/{sensorMetricId}', {
    saved: { value: shown, reason: '' },
    version,
    fields: { 'offset.value': 'value', 'offset.reason': 'reason' },
    toBody: ({ value, reason }) => ({ offset: { column, value: numberTyped(value) / factor, reason } }),
    send: async (body, _, headers) => {
      const params = { guid: sentry, sensorMetricId };
      await api('PATCH /sentries/{guid}/sensors/{sensorMetricId}', { params, body, headers });
      await refreshSettings();
      showToast(t('common.saved'), t('sensors.offset.saved'));
      onDone();
    },
    reload: refreshSettings,
  });
  const { form, values, busy, problem, conflict, submit } = apiForm;
  const isComplete = !Number.isNaN(numberTyped(values.value)) && values.reason.trim() !== '';
  return (
    <Form className="stack-tight" onSubmit={submit}>
      <div className={styles.form}>
        <NumberInput
          label={t('sensors.offset.field', { unit })}
          decimalScale={2}
          step={0.1}
          {...form.getInputProps('value')}
        />
        <TextInput
          label={t('sensors.offset.reason')}
          placeholder={t('sensors.offset.reasonExample')}
          maxLength={512}
          {...form.getInputProps('reason')}
          required
        />
      </div>
      <EditConflict conflict={conflict} words={offsetWords(t, unit)} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button size="xs" type="submit" loading={busy} disabled={!isComplete}>
          {t('sensors.offset.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

type OffsetValues = { readonly value: number | string; readonly reason: string };

const offsetWords = (t: Translator, unit: string) => ({
  value: { label: t('sensors.offset.field', { unit }), show: ({ value }: OffsetValues) => String(value) },
  reason: { label: t('sensors.offset.reason'), show: ({ reason }: OffsetValues) => reason },
});
