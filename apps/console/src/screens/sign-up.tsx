/** /sign-up/:token: looks at the link first; a used, expired or unknown one has a page of its own. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { passwordProblem, validateName } from '@picket/domain';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { keepProfile } from '../features/session/use-session.ts';
import { api, fieldProblem, problemText, useApi } from '../lib/api.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { FullPage } from '../ui/full-page.tsx';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function SignUp() {
  useTitle('Sign up');
  const { token = '' } = useParams();
  const offer = useApi(
    'GET /auth/finish-signup/{token}',
    { params: { token } },
    { shouldRetryOnError: false, revalidateOnFocus: false },
  );
  if (offer.error)
    return <UselessLink status={offer.error.status} code={offer.error.code} onRetry={() => void offer.mutate()} />;
  if (!offer.data) return <FullPageSpinner />;
  return (
    <SignUpForm
      token={token}
      email={offer.data.email}
      tenant={offer.data.tenant.name}
      rules={offer.data.passwordRules}
    />
  );
}

function UselessLink({
  status,
  code,
  onRetry,
}: {
  readonly status: number;
  readonly code: string;
  readonly onRetry: () => void;
}) {
  const [title, text] =
    code === 'tokenUsed'
      ? ['This link has been used', 'Sign in with the password you chose.']
      : code === 'tokenExpired'
        ? [
            'This link has expired',
            'Links live for seven days. Ask whoever invited you for a new one, or restart the server for the first one.',
          ]
        : status === 404
          ? ['This link leads nowhere', 'It may have been replaced by a newer one. The newest is the one that works.']
          : ['The link could not be checked', 'Picket cannot be reached right now.'];
  return (
    <FullPage title={title}>
      <p className="muted">{text}</p>
      {status === 404 || status === 410 ? (
        <Button component={Link} to="/sign-in">
          Go to sign in
        </Button>
      ) : (
        <Button onClick={onRetry}>Try again</Button>
      )}
    </FullPage>
  );
}

interface FormProps {
  readonly token: string;
  readonly email: string | undefined;
  readonly tenant: string;
  readonly rules: readonly string[];
}

function SignUpForm({ token, email: invited, tenant, rules }: FormProps) {
  const navigate = useNavigate();
  const isFirst = invited === undefined;
  const [email, setEmail] = useState(invited ?? '');
  const [displayName, setDisplayName] = useState('');
  const [organisation, setOrganisation] = useState('');
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState(false);

  const weak = passwordProblem(password, [email, displayName, organisation, 'picket']);
  const badName = organisation === '' ? null : validateName(organisation);

  const { busy, problem, submit } = useSubmit(async () => {
    const result = await api('POST /auth/finish-signup/{token}', {
      params: { token },
      body: {
        newPassword: encodePassword(password),
        ...(isFirst ? { email } : {}),
        ...(displayName === '' ? {} : { displayName }),
        ...(isFirst && organisation !== '' ? { organisation } : {}),
      },
    });
    if (result.kind === 'LOGIN_SUCCESS') await keepProfile(result.profile);
    navigate('/locations', { replace: true });
  });

  const named = ['email', 'displayName', 'organisation', 'newPassword'];
  const isFieldProblem = named.some((name) => fieldProblem(problem, name) !== undefined);
  return (
    <FullPage title={isFirst ? 'Create the first administrator' : `Join ${tenant}`}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setTouched(true);
          if (weak === null) void submit();
        }}
      >
        {isFirst && (
          <TextInput
            label="Organisation"
            placeholder={tenant}
            value={organisation}
            error={badName !== null && !badName.ok ? badName.message : fieldProblem(problem, 'organisation')}
            onChange={(event) => setOrganisation(event.currentTarget.value)}
            autoFocus
          />
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          readOnly={!isFirst}
          error={fieldProblem(problem, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
        />
        <TextInput
          label="Your name"
          autoComplete="name"
          maxLength={128}
          value={displayName}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          description={rules[0]}
          value={password}
          error={touched && weak !== null ? weak : fieldProblem(problem, 'newPassword')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          onBlur={() => setTouched(password !== '')}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
        <ul className="rules small muted">
          {rules.slice(1).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        {problem !== null && !isFieldProblem && (
          <p role="alert" className="problem-text">
            {problemText(problem)}
          </p>
        )}
        <Button type="submit" loading={busy} fullWidth disabled={badName !== null && !badName.ok}>
          {isFirst ? 'Create account' : 'Join'}
        </Button>
      </form>
    </FullPage>
  );
}
