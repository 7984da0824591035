import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldProblem, problemText } from '../lib/api.ts';
import { useText } from '../lib/texts.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { DialogForm } from './dialog-form.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  /** The name to type. */
  readonly name: string;
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Confirms an irreversible action by asking for the name of the resource. */
export function TypedConfirmation({ title, text, name, action, onConfirm, onClose }: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const { busy, problem, submit } = useSubmit(onConfirm);
  return (
    <DialogForm
      title={title}
      action={action}
      busy={busy}
      disabled={typed !== name}
      onSubmit={() => {
        if (typed === name) void submit();
      }}
      onClose={onClose}
    >
      <p className="muted">{text}</p>
      <TextInput
        label={t('common.typeToConfirm', { name })}
        autoComplete="off"
        value={typed}
        error={problem === null ? undefined : (fieldProblem(problem, 'user') ?? problemText(problem))}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
