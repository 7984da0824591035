/** How long one kind of data is kept. Where the choice deletes data, the name of the organization is typed. */
import { Button, NativeSelect } from '@mantine/core';
import type { BodyOf } from '@picket/contracts/endpoints';
import type { RetentionOut } from '@picket/contracts/types';
import { RETENTION_DAYS, type RetentionDays } from '@picket/domain/retention';
import { useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import type { Formats } from '../../lib/formats.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { useProfile, withReauthentication } from '../session/index.ts';
import { keepDurationText } from './keep-duration.ts';

const DAY_MS = 86_400_000;

type Item = RetentionOut['items'][number];

const toRetentionDays = (days: number): RetentionDays => RETENTION_DAYS.find((one) => one === days) ?? 0;

interface Props {
  readonly item: Item;
  /** `last_update_ts` of the retention. */
  readonly version: string;
}

export function RetentionForm({ item, version }: Props) {
  const t = useText();
  const { tenant } = useProfile();
  const { kind } = item;
  const [isConfirming, setConfirming] = useState(false);
  const save = async (body: BodyOf<'PUT /retention'>, headers: Readonly<Record<string, string>>): Promise<void> => {
    await withReauthentication(() => api('PUT /retention', { body, headers }));
    // Before the toast: a second choice must not be reset by the reload.
    await refresh('GET /retention');
    showToast(t('common.saved'), cutoff === null ? '' : t('admin.retention.deletedSoon'));
  };
  const toBody = (values: { readonly days: number }): BodyOf<'PUT /retention'> => ({
    keepDays: { [kind]: toRetentionDays(values.days) },
  });
  const { field, values, isDirty, busy, problem, conflict, submit } = useApiForm('PUT /retention', {
    saved: { days: item.keepDays },
    version,
    toBody,
    send: (body, _, headers) => save(body, headers),
    reload: () => refresh('GET /retention'),
  });
  const cutoff = useCutoff(item, values.days);
  return (
    <>
      <Form
        className="card section"
        label={t(`admin.retention.${kind}.title`)}
        dirty={isDirty}
        onSubmit={() => (cutoff === null ? submit() : setConfirming(true))}
      >
        <RetentionFields item={item} days={values.days} onChange={field('days').onChange} />
        {isDirty && cutoff !== null && (
          <p className="problem-text">{t(`admin.retention.${kind}.deletes`, { date: cutoff })}</p>
        )}
        <EditConflict conflict={conflict} words={{ days: daysWords(t, kind) }} />
        <FormProblem problem={problem} />
        <div>
          <Button type="submit" variant="default" loading={busy} disabled={!isDirty}>
            {t('common.save')}
          </Button>
        </div>
      </Form>
      {isConfirming && cutoff !== null && (
        <TypedConfirmation
          title={t(`admin.retention.${kind}.question`)}
          text={t(`admin.retention.${kind}.warning`, { date: cutoff })}
          name={tenant.name}
          action={t('admin.retention.confirm')}
          onConfirm={async () => {
            // What keeps it from being saved is shown in the form.
            submit();
            setConfirming(false);
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** The day before which data would be deleted; null: there is no older data. */
function useCutoff(item: Item, days: number): string | null {
  const formats = useFormats();
  const now = useNow();
  const cutoff = now - days * DAY_MS;
  return mayDelete(item, days, cutoff) ? formats.date(cutoff) : null;
}

/** Whether there is older data, or it is not known. */
function mayDelete({ since, keepDays, isEstimated }: Item, days: number, cutoff: number): boolean {
  if (days === 0) return false;
  if (isEstimated) return keepDays === 0 || days < keepDays;
  return since !== undefined && Date.parse(since) < cutoff;
}

const daysWords = (t: Translator, kind: Item['kind']) => ({
  label: t(`admin.retention.${kind}.keep`),
  show: ({ days }: { readonly days: number }) => keepDurationText(t, days),
});

interface FieldProps {
  readonly item: Item;
  readonly days: number;
  readonly onChange: (days: number) => void;
}

function RetentionFields({ item, days, onChange }: FieldProps) {
  const t = useText();
  const formats = useFormats();
  const { kind } = item;
  return (
    <>
      <h3>{t(`admin.retention.${kind}.title`)}</h3>
      <p className="muted">{t(`admin.retention.${kind}.text`)}</p>
      <p>{sizeText(t, formats, item)}</p>
      <NativeSelect
        label={t(`admin.retention.${kind}.keep`)}
        value={String(days)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        data={RETENTION_DAYS.map((one) => ({ value: String(one), label: keepDurationText(t, one) }))}
        description={forecastText(t, formats, item.bytesPerDay, days)}
      />
    </>
  );
}

/** What is stored. */
function sizeText(t: Translator, formats: Formats, { bytes, bytesPerDay, isEstimated, since }: Item): string {
  if (bytes === 0) return t('admin.retention.empty');
  const sizes = { size: formats.bytes(bytes), perDay: formats.bytes(bytesPerDay) };
  if (isEstimated) return t('admin.retention.sizeEstimated', sizes);
  return since === undefined
    ? t('admin.retention.sizeSinceBeginning', sizes)
    : t('admin.retention.size', { ...sizes, date: formats.date(since) });
}

/** What will be stored. */
function forecastText(t: Translator, formats: Formats, bytesPerDay: number, days: number): string | undefined {
  if (bytesPerDay === 0) return undefined;
  return days === 0
    ? t('admin.retention.growth', { size: formats.bytes(bytesPerDay * 365) })
    : t('admin.retention.total', { size: formats.bytes(bytesPerDay * days) });
}
