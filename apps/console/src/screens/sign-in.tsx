/** /sign-in */
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepProfile } from '../features/session/use-session.ts';
import { ApiError, api, problemText } from '../lib/api.ts';
import { addressAfterSignIn } from '../lib/redirect.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { FullPage } from '../ui/full-page.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function SignIn() {
  useTitle('Sign in');
  const { search } = useLocation();
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [staySignedIn, setStay] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const { busy, problem, submit } = useSubmit(async () => {
    const body = { username, password: encodePassword(password), staySignedIn };
    const result = await api('POST /auth/login', { body });
    if (result.kind !== 'LOGIN_SUCCESS')
      throw new ApiError(0, 'challenge', 'This account needs a newer console; reload the page', [], null);
    await keepProfile(result.profile);
    navigate(addressAfterSignIn(search), { replace: true });
  });

  return (
    <FullPage title="Sign in">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          required
          autoFocus
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          description={capsLock ? 'Caps lock is on' : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          required
        />
        <Checkbox
          label="Stay signed in on this device"
          checked={staySignedIn}
          onChange={(event) => setStay(event.currentTarget.checked)}
        />
        {problem !== null && (
          <p role="alert" className="problem-text">
            {problemText(problem)}
          </p>
        )}
        <Button type="submit" loading={busy} fullWidth>
          Sign in
        </Button>
      </form>
    </FullPage>
  );
}
