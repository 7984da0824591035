/** The fields of the sign-in page. Everyone loads it first, so they do without the form library. */

import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { PasswordInput } from '../../ui/controls/password-input.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import type { Credentials } from './use-sign-in.ts';

interface Props {
  readonly busy: boolean;
  readonly problem: unknown;
  readonly onSubmit: (credentials: Credentials) => void;
}

export function SignInForm({ busy, problem, onSubmit }: Props) {
  const t = useText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [staySignedIn, setStay] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ username, password, staySignedIn });
      }}
    >
      <TextInput
        label={t('common.email')}
        inputMode="email"
        autoComplete="username"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        required
        autoFocus
      />
      <PasswordInput
        label={t('common.password')}
        autoComplete="current-password"
        value={password}
        description={capsLock ? t('session.signIn.capsLock') : undefined}
        toggleLabel={t('common.showPassword')}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        required
      />
      <Checkbox
        label={t('session.signIn.stay')}
        checked={staySignedIn}
        onChange={(event) => setStay(event.currentTarget.checked)}
      />
      <FormProblem problem={problem} />
      <Button type="submit" loading={busy} fullWidth>
        {t('session.signIn.action')}
      </Button>
    </form>
  );
}
