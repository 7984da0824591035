/** /forgot-password: shows the same result whether or not there is an account. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, fieldProblem, problemText } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function ForgotPassword() {
  useTitle('Forgot password');
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState(false);
  const { busy, problem, submit } = useSubmit(async () => {
    await api('POST /auth/forgot-password', { body: { email } });
    setAsked(true);
  });
  if (asked)
    return (
      <FullPage title="Check your e-mail">
        <p className="muted" role="status">
          If {email} has an account here, a link to choose a new password is on its way. It works for one hour. If it
          does not arrive within a few minutes, check your spam folder or ask your administrator for a link.
        </p>
        <Button component={Link} to="/sign-in">
          Back to sign in
        </Button>
      </FullPage>
    );
  return (
    <FullPage title="Forgot your password?">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="muted">Enter the e-mail address you sign in with. You get a link to choose a new password.</p>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          error={problem === null ? undefined : (fieldProblem(problem, 'email') ?? problemText(problem))}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          autoFocus
        />
        <Button type="submit" loading={busy} fullWidth>
          Send link
        </Button>
      </form>
      <p className="small">
        <Link to="/sign-in">Back to sign in</Link>
      </p>
    </FullPage>
  );
}
