/** /sign-in */
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { NextStep } from '../../features/session/next-step.tsx';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { api, useApi } from '../../lib/api.ts';
import { pathAfterSignIn } from '../../lib/redirect.ts';
import { saveReturnPath } from '../../lib/return-path.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** Which of the two was wrong is not said: the message stands below both. */
const SHOWN_BELOW = { withError: false };

export default function SignIn() {
  useTitle('Sign in');
  const { search } = useLocation();
  const address = pathAfterSignIn(search);
  const signInFlow = useSignInFlow(address);
  const methods = useApi('GET /auth/methods', {}, { revalidateOnFocus: false });
  const [capsLock, setCapsLock] = useState(false);
  const { form, busy, problem, submit } = useApiForm(
    { username: '', password: '', staySignedIn: false },
    async ({ password, ...values }) => {
      const body = { ...values, password: encodePassword(password) };
      await signInFlow.onOutcome(await api('POST /auth/login', { body }));
    },
  );
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
          {...form.getInputProps('username', SHOWN_BELOW)}
          required
          autoFocus
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password', SHOWN_BELOW)}
          description={capsLock ? 'Caps lock is on' : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          required
        />
        <Checkbox label="Stay signed in on this device" {...form.getInputProps('staySignedIn', { type: 'checkbox' })} />
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
