/** /sign-up/:token: checks the link first; a used, expired or unknown link has its own page. */
import { Button, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { validateName } from '@picket/domain/names';
import { passwordProblem } from '@picket/domain/passwords';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ExpiredLink } from '../../features/session/expired-link.tsx';
import { NewPassword } from '../../features/session/new-password.tsx';
import { NextStep } from '../../features/session/next-step.tsx';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { api, useApi } from '../../lib/api.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function SignUp() {
  useTitle('Sign up');
  const { token = '' } = useParams();
  const offer = useApi(
    'GET /auth/finish-signup/{token}',
    { params: { token } },
    { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  if (offer.error)
    return (
      <ExpiredLink
        status={offer.error.status}
        code={offer.error.code}
        kind="sign-up"
        onRetry={() => void offer.mutate()}
      />
    );
  if (!offer.data) return <FullPageSpinner />;
  return (
    <SignUpForm
      token={token}
      email={offer.data.email}
      name={offer.data.displayName}
      tenant={offer.data.tenant.name}
      rules={offer.data.passwordRules}
    />
  );
}

interface FormProps {
  readonly token: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly tenant: string;
  readonly rules: readonly string[];
}

function SignUpForm({ token, email: invited, name, tenant, rules }: FormProps) {
  const signInFlow = useSignInFlow('/locations');
  const isFirst = invited === undefined;
  const [touched, setTouched] = useState(false);
  const { form, busy, problem, submit } = useApiForm(
    { email: invited ?? '', displayName: name ?? '', tenantName: '', newPassword: '' },
    async ({ email, displayName, tenantName, newPassword }) => {
      const outcome = await api('POST /auth/finish-signup/{token}', {
        params: { token },
        body: {
          newPassword: encodePassword(newPassword),
          ...(isFirst ? { email } : {}),
          ...(displayName === '' ? {} : { displayName }),
          ...(isFirst && tenantName !== '' ? { tenantName } : {}),
        },
      });
      await signInFlow.onOutcome(outcome);
    },
  );
  const { email, displayName, tenantName, newPassword } = form.values;
  const weak = passwordProblem(newPassword, [email, displayName, tenantName, 'picket']);
  const badName = tenantName === '' ? null : validateName(tenantName);
  if (signInFlow.challenge !== null)
    return (
      <NextStep
        challenge={signInFlow.challenge}
        onOutcome={signInFlow.onOutcome}
        onRestart={() => window.location.assign('/sign-in')}
      />
    );
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
            label="Organization"
            placeholder={tenant}
            {...form.getInputProps('tenantName')}
            {...(badName !== null && !badName.ok ? { error: badName.message } : {})}
            autoFocus
          />
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly={!isFirst}
          {...form.getInputProps('email')}
          required
        />
        <TextInput label="Your name" autoComplete="name" maxLength={128} {...form.getInputProps('displayName')} />
        <NewPassword
          rules={rules}
          context={[email, displayName, tenantName]}
          attempted={touched}
          value={newPassword}
          error={form.errors.newPassword}
          onChange={(next) => form.setFieldValue('newPassword', next)}
        />
        <FormProblem problem={problem} fields={Object.keys(form.values)} />
        <Button type="submit" loading={busy} fullWidth disabled={badName !== null && !badName.ok}>
          {isFirst ? 'Create account' : 'Join'}
        </Button>
      </form>
    </FullPage>
  );
}
