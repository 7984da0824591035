/** Sends feedback about Picket (specification, sections 3, 5 and 8). */
import { Textarea } from '@mantine/core';
import { FEEDBACK_MAX, MOODS, type Mood } from '@picket/domain/feedback';
import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api.ts';
import { draftKey } from '../../lib/stored-drafts.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showLastingToast } from '../../ui/toasts.ts';
import styles from './feedback.module.css';

const MOOD_ICONS = { happy: IconMoodHappy, neutral: IconMoodNeutral, sad: IconMoodSad } as const;

interface Props {
  readonly person: string;
  readonly onClose: () => void;
}

const EMPTY: { readonly mood: Mood | null; readonly message: string } = { mood: null, message: '' };

export default function FeedbackDialog({ person, onClose }: Props) {
  const t = useText();
  // After a failed attempt the button is disabled until the form changes (specification, section 5).
  const [refused, setRefused] = useState<typeof EMPTY | null>(null);
  const { field, values, busy, problem, submit } = useApiForm('POST /feedback', {
    saved: EMPTY,
    draft: draftKey(person, 'feedback'),
    toBody: ({ mood, message }) => (mood === null || isTooLong(message) ? null : { mood, message: message.trim() }),
    send: async (body) => {
      await api('POST /feedback', { body });
      onClose();
      showLastingToast('feedback', t('shell.feedback.thanks'));
    },
  });
  const isRefused = refused === values;
  return (
    <DialogForm
      title={t('shell.feedback')}
      action={t('shell.feedback.send')}
      busy={busy}
      disabled={busy || isRefused}
      onSubmit={() => {
        setRefused(values);
        submit();
      }}
      onClose={onClose}
    >
      <MoodField {...field('mood')} isMissing={isRefused && values.mood === null} value={values.mood} />
      <MessageField {...field('message')} />
      <FormProblem problem={problem} />
    </DialogForm>
  );
}

interface MoodFieldProps {
  readonly value: Mood | null;
  readonly isMissing: boolean;
  readonly error: ReactNode;
  readonly onChange: (mood: Mood) => void;
}

function MoodField({ value, isMissing, onChange }: MoodFieldProps) {
  const t = useText();
  return (
    <>
      <fieldset className={styles.moods}>
        <legend>{t('shell.feedback.question')}</legend>
        {MOODS.map((one) => {
          const MoodIcon = MOOD_ICONS[one];
          return (
            <label key={one} className={styles.mood}>
              <input type="radio" name="mood" value={one} checked={value === one} onChange={() => onChange(one)} />
              <MoodIcon size={28} stroke={1.6} aria-hidden="true" />
              <span>{t(`shell.mood.${one}`)}</span>
            </label>
          );
        })}
      </fieldset>
      {isMissing && (
        <p role="alert" className="problem-text">
          {t('shell.feedback.choose')}
        </p>
      )}
    </>
  );
}

const lengthOf = (message: string): number => message.trim().length;
const isTooLong = (message: string): boolean => lengthOf(message) > FEEDBACK_MAX;

interface MessageFieldProps {
  readonly value: string;
  /** The error of the last attempt to send. */
  readonly error?: ReactNode;
  readonly onChange: (message: string) => void;
}

function MessageField({ value, error, onChange }: MessageFieldProps) {
  const t = useText();
  return (
    <>
      <Textarea
        label={t('shell.feedback.message')}
        description={t('shell.feedback.optional')}
        autosize
        minRows={4}
        maxRows={12}
        value={value}
        error={isTooLong(value) ? t('shell.feedback.tooLong') : error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={`small num ${styles.counter}${isTooLong(value) ? ' problem-text' : ' muted'}`}>
        {lengthOf(value)}/{FEEDBACK_MAX}
      </p>
    </>
  );
}
