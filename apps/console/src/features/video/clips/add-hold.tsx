import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { withReauthentication } from '../../session/index.ts';

const MAX_REASON = 500;

interface Props {
  readonly clip: string;
  readonly onAdded: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Keeps a clip from being deleted, for a reason, until a day or until the hold is lifted. */
export function AddHold({ clip, onAdded, onClose }: Props) {
  const t = useText();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const { form, values, busy, problem, submit } = useApiForm('POST /holds', {
    saved: { reason: '', expiresAt: '' },
    toBody: ({ reason, expiresAt }) => ({
      clip,
      reason,
      // To the end of that day, where the reader is.
      ...(expiresAt === '' ? {} : { expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() }),
    }),
    send: async (body) => {
      await withReauthentication(() => api('POST /holds', { body }));
      await onAdded();
      onClose();
      showToast(t('clips.hold.added'));
    },
  });
  return (
    <DialogForm
      title={t('clips.hold.title')}
      action={t('clips.hold.save')}
      busy={busy}
      disabled={values.reason.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">{t('clips.hold.text')}</p>
      <Textarea
        label={t('clips.hold.reason')}
        description={t('clips.hold.reasonHelp')}
        autosize
        minRows={2}
        maxLength={MAX_REASON}
        required
        {...form.getInputProps('reason')}
      />
      <TextInput
        type="date"
        min={today}
        label={t('clips.hold.until')}
        description={t('clips.hold.untilHelp')}
        {...form.getInputProps('expiresAt')}
      />
      <FormProblem problem={problem} />
    </DialogForm>
  );
}
