/** Sends feedback about Picket (specification, sections 3, 5 and 8). */
import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FEEDBACK_MAX, FEEDBACK_TOO_LONG, MOODS, type Mood } from '@picket/domain/feedback';
import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react';
import { useState } from 'react';
import { api, fieldProblem } from '../../lib/api.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import './feedback.css';

const MOOD_ICONS = { happy: IconMoodHappy, neutral: IconMoodNeutral, sad: IconMoodSad } as const;
const MOOD_LABELS: Readonly<Record<Mood, string>> = { happy: 'Happy', neutral: 'Neutral', sad: 'Sad' };

interface Props {
  readonly person: string;
  readonly onClose: () => void;
}

export default function FeedbackDialog({ person, onClose }: Props) {
  const draft = useDraft<{ mood: Mood | null; message: string }>(person, 'feedback', { mood: null, message: '' });
  const { mood, message } = draft.value;
  // After a failed attempt the button is disabled until the form changes (specification, section 5).
  const [isRefused, setRefused] = useState(false);
  const length = message.trim().length;
  const isTooLong = length > FEEDBACK_MAX;
  const { busy, problem, submit, reset } = useSubmit(async () => {
    if (mood === null || isTooLong) return setRefused(true);
    setRefused(true);
    await api('POST /feedback', { body: { mood, message: message.trim() } });
    draft.clear();
    onClose();
    notifications.show({
      title: 'Thank you for your feedback',
      message: '',
      autoClose: false,
      withBorder: true,
      closeButtonProps: { 'aria-label': 'Close' },
    });
  });
  const change = (part: Partial<typeof draft.value>): void => {
    draft.change({ ...draft.value, ...part });
    setRefused(false);
    reset();
  };
  return (
    <DialogForm
      title="Feedback"
      action="Send"
      busy={busy}
      disabled={busy || isRefused}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <fieldset className="moods">
        <legend>How do you find Picket?</legend>
        {MOODS.map((one) => {
          const MoodIcon = MOOD_ICONS[one];
          return (
            <label key={one} className="mood">
              <input
                type="radio"
                name="mood"
                value={one}
                checked={mood === one}
                onChange={() => change({ mood: one })}
              />
              <MoodIcon size={28} stroke={1.6} aria-hidden="true" />
              <span>{MOOD_LABELS[one]}</span>
            </label>
          );
        })}
      </fieldset>
      {isRefused && mood === null && (
        <p role="alert" className="problem-text">
          Choose an option.
        </p>
      )}
      <Textarea
        label="What would you tell us?"
        description="Optional"
        autosize
        minRows={4}
        maxRows={12}
        value={message}
        error={isTooLong ? FEEDBACK_TOO_LONG : fieldProblem(problem, 'message')}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <p className={`small num counter${isTooLong ? ' problem-text' : ' muted'}`}>
        {length}/{FEEDBACK_MAX}
      </p>
      <FormProblem problem={problem} fields={['message']} />
    </DialogForm>
  );
}
