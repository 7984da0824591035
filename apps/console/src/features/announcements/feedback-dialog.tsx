/** Sends feedback about Picket (specification, sections 3, 5 and 8). */
import { Textarea } from '@mantine/core';
import { FEEDBACK_MAX, MOODS, type Mood } from '@picket/domain/feedback';
import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react';
import { useState } from 'react';
import { api, fieldProblem } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showLastingToast } from '../../ui/toasts.ts';
import './feedback.css';

const MOOD_ICONS = { happy: IconMoodHappy, neutral: IconMoodNeutral, sad: IconMoodSad } as const;

interface Props {
  readonly person: string;
  readonly onClose: () => void;
}

export default function FeedbackDialog({ person, onClose }: Props) {
  const t = useText();
  const draft = useDraft<{ mood: Mood | null; message: string }>(person, 'feedback', { mood: null, message: '' });
  const { mood, message } = draft.value;
  // After a failed attempt the button is disabled until the form changes (specification, section 5).
  const [isRefused, setRefused] = useState(false);
  const { busy, problem, submit, reset } = useSubmit(async () => {
    setRefused(true);
    if (mood === null || isTooLong(message)) return;
    await api('POST /feedback', { body: { mood, message: message.trim() } });
    draft.clear();
    onClose();
    showLastingToast('feedback', t('shell.feedback.thanks'));
  });
  const change = (part: Partial<typeof draft.value>): void => {
    draft.change({ ...draft.value, ...part });
    setRefused(false);
    reset();
  };
  return (
    <DialogForm
      title={t('shell.feedback')}
      action={t('shell.feedback.send')}
      busy={busy}
      disabled={busy || isRefused}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <MoodField value={mood} isMissing={isRefused && mood === null} onChange={(next) => change({ mood: next })} />
      <MessageField value={message} problem={problem} onChange={(next) => change({ message: next })} />
      <FormProblem problem={problem} fields={['message']} />
    </DialogForm>
  );
}

interface MoodFieldProps {
  readonly value: Mood | null;
  readonly isMissing: boolean;
  readonly onChange: (mood: Mood) => void;
}

function MoodField({ value, isMissing, onChange }: MoodFieldProps) {
  const t = useText();
  return (
    <>
      <fieldset className="moods">
        <legend>{t('shell.feedback.question')}</legend>
        {MOODS.map((one) => {
          const MoodIcon = MOOD_ICONS[one];
          return (
            <label key={one} className="mood">
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
  readonly problem: unknown;
  readonly onChange: (message: string) => void;
}

function MessageField({ value, problem, onChange }: MessageFieldProps) {
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
        error={isTooLong(value) ? t('shell.feedback.tooLong') : fieldProblem(problem, 'message')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={`small num counter${isTooLong(value) ? ' problem-text' : ' muted'}`}>
        {lengthOf(value)}/{FEEDBACK_MAX}
      </p>
    </>
  );
}
