/** Asks for a link to choose a new password. */

import { useState } from 'react';
import { api, fieldProblem, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';

/** `onSent` gets the address that was typed. */
export function ForgotPasswordForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const t = useText();
  const [email, setEmail] = useState('');
  const { busy, problem, submit } = useSubmit(async () => {
    await api('POST /auth/forgot-password', { body: { email } });
    onSent(email);
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="muted">{t('session.forgot.text')}</p>
      <TextInput
        label={t('common.email')}
        inputMode="email"
        autoComplete="username"
        value={email}
        error={problem === null ? undefined : (fieldProblem(problem, 'email') ?? problemText(problem))}
        onChange={(event) => setEmail(event.currentTarget.value)}
        required
        autoFocus
      />
      <Button type="submit" loading={busy} fullWidth>
        {t('session.forgot.send')}
      </Button>
    </form>
  );
}
