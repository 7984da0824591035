/** /sign-in: the page everyone loads first, so its fields do without the form library. */
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { NextStep } from '../../features/session/next-step.tsx';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { api, useApi } from '../../lib/api.ts';
import { pathAfterSignIn } from '../../lib/redirect.ts';
import { saveReturnPath } from '../../lib/return-path.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function SignIn() {
  useTitle('Sign in');
  const { search } = useLocation();
  const address = pathAfterSignIn(search);
  const signInFlow = useSignInFlow(address);
  const methods = useApi('GET /auth/methods', {}, { revalidateOnFocus: false });
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [staySignedIn, setStay] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const { busy, problem, submit } = useSubmit(async () => {
    const body = { username, password: encodePassword(password), staySignedIn };
    await signInFlow.onOutcome(await api('POST /auth/login', { body }));
  });
  const signOn = useSubmit(async () => {
    const { url } = await api('POST /auth/oidc/start', {});
    saveReturnPath(address);
    window.location.assign(url);
  });

  if (signInFlow.challenge !== null)
    return (
      <NextStep
        challenge={signInFlow.challenge}
        onOutcome={signInFlow.onOutcome}
        onRestart={() => signInFlow.restart()}
      />
    );
  const wrong = problem ?? signOn.problem;
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
        <FormProblem problem={wrong} />
        <Button type="submit" loading={busy} fullWidth>
          Sign in
        </Button>
      </form>
      {methods.data?.oidc !== undefined && (
        <Button variant="default" fullWidth loading={signOn.busy} onClick={() => void signOn.submit()}>
          Sign in with {methods.data.oidc}
        </Button>
      )}
      <p className="small">
        <Link to="/forgot-password">I forgot my password</Link>
      </p>
    </FullPage>
  );
}
