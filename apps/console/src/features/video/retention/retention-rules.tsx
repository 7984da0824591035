/** The rules of video retention. Where saving deletes clips, the name of the organization is typed. */
import { Button } from '@mantine/core';
import type { VideoRetentionOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { TypedConfirmation } from '../../../ui/typed-confirmation.tsx';
import { withReauthentication } from '../../session/index.ts';
import { MessageFields, SpaceFields } from './retention-fields.tsx';
import { GB, isComplete, type RetentionValues, toBody, toValues } from './retention-values.ts';
import { retentionWords } from './retention-words.ts';
import { SpaceInUse } from './space-in-use.tsx';
import { type RetentionBody, refreshVideoRetention, useRetentionPreview } from './use-video-retention.ts';
import classes from './video-retention.module.css';

interface Props {
  readonly retention: VideoRetentionOut;
  readonly name: string;
}

export function RetentionRules({ retention, name }: Props) {
  const t = useText();
  const { tenant } = retention;
  const [isConfirming, setConfirming] = useState(false);
  const save = async (body: RetentionBody, headers: Readonly<Record<string, string>>): Promise<void> => {
    await withReauthentication(() => api('PUT /video-retention', { query: { tenant }, body, headers }));
    showToast(t('common.saved'), deletes === undefined ? '' : t('retention.savedDeletes'));
    await refreshVideoRetention();
  };
  const apiForm = useApiForm('PUT /video-retention', {
    saved: toValues(retention),
    version: retention.last_update_ts,
    toBody,
    send: (sent, _, headers) => save(sent, headers),
    reload: refreshVideoRetention,
  });
  const { form, values, isDirty, busy, problem, conflict, submit } = apiForm;
  const body = toBody(values);
  const preview = useRetentionPreview(tenant, isComplete(body) ? body : null);
  const deletes = isDirty && preview.data !== undefined && preview.data.clips > 0 ? preview.data : undefined;
  return (
    <section className="card pad stack" aria-label={t('retention.rules')}>
      <h2>{t('retention.rules')}</h2>
      <Form dirty={isDirty} onSubmit={() => (deletes === undefined ? submit() : setConfirming(true))}>
        <RulesInWords
          retention={retention}
          values={values}
          onLimit={(gigabytes) => form.setFieldValue('maxBytes', gigabytes)}
        />
        <SpaceFields form={form} />
        <MessageFields form={form} />
        <PreviewLine preview={preview} isDirty={isDirty} />
        <EditConflict conflict={conflict} words={retentionWords(t)} />
        <FormProblem problem={problem} />
        <div className="row">
          {/* What it deletes has to be known: that is what asks for the name. */}
          <Button type="submit" loading={busy} disabled={!isDirty || preview.data === undefined}>
            {t('common.save')}
          </Button>
        </div>
      </Form>
      {isConfirming && deletes !== undefined && (
        <DeletionConfirmation
          deletes={deletes}
          name={name}
          onConfirm={async () => {
            // What keeps it from being saved is shown in the form.
            submit();
            setConfirming(false);
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
}

interface ConfirmationProps {
  readonly deletes: { readonly clips: number; readonly bytes: number };
  readonly name: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

function DeletionConfirmation({ deletes, name, onConfirm, onClose }: ConfirmationProps) {
  const t = useText();
  const formats = useFormats();
  return (
    <TypedConfirmation
      title={t('retention.question')}
      text={t('retention.warning', { count: deletes.clips, name, size: formats.bytes(deletes.bytes) })}
      name={name}
      action={t('retention.confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

interface WordsProps {
  readonly retention: VideoRetentionOut;
  readonly values: RetentionValues;
  /** In GB. */
  readonly onLimit: (gigabytes: number) => void;
}

/** The rules as a sentence, and how the space that is used compares with them. */
function RulesInWords({ retention, values, onLimit }: WordsProps) {
  const t = useText();
  const formats = useFormats();
  const { keepDays, maxBytes } = toBody(values);
  return (
    <>
      <p className={classes.sentence}>
        {t('retention.sentence', {
          days: Number.isNaN(keepDays) ? 0 : keepDays,
          limit: formats.bytes(Number.isNaN(maxBytes) ? 0 : maxBytes),
          whenFull: t(`retention.sentenceFull.${values.whenFull}`),
        })}
      </p>
      <SpaceInUse
        usage={retention.usage}
        keepDays={keepDays}
        maxBytes={maxBytes}
        onLimit={(bytes) => onLimit(Math.ceil(bytes / GB))}
      />
    </>
  );
}

interface PreviewProps {
  readonly preview: ReturnType<typeof useRetentionPreview>;
  readonly isDirty: boolean;
}

/** What saving deletes; unchanged, what is due anyway. */
function PreviewLine({ preview: { data, error, retry }, isDirty }: PreviewProps) {
  const t = useText();
  const formats = useFormats();
  if (error !== undefined && data === undefined)
    return (
      <p className="row problem-text" role="alert">
        {t('retention.previewProblem')}
        <button type="button" className="link-button" onClick={retry}>
          {t('common.retry')}
        </button>
      </p>
    );
  if (data === undefined)
    return (
      <p className="muted" aria-busy="true">
        {t('retention.previewing')}
      </p>
    );
  const amount = { count: data.clips, size: formats.bytes(data.bytes) };
  if (data.clips > 0)
    return (
      <p className={isDirty ? 'problem-text' : 'muted'} role="status">
        {t(isDirty ? 'retention.deletes' : 'retention.due', amount)}
      </p>
    );
  return (
    <p className="muted" role="status">
      {t(isDirty ? 'retention.deletesNothing' : 'retention.dueNone')}
    </p>
  );
}
