/** /reset-password/:token: looks at the link first, then takes a new password. A second factor is asked for all the same. */
import { Button, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { passwordProblem } from '@picket/domain/passwords';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ExpiredLink } from '../../features/session/expired-link.tsx';
import { NewPassword } from '../../features/session/new-password.tsx';
import { NextStep } from '../../features/session/next-step.tsx';
import { apiTokensText, RevokeTokens } from '../../features/session/revoke-tokens.tsx';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { ApiError, api, useApi } from '../../lib/api.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function ResetPassword() {
  useTitle('New password');
  const { token = '' } = useParams();
  const signInFlow = useSignInFlow('/locations');
  const [attempted, setAttempted] = useState(false);
  const offer = useApi(
    'GET /auth/reset-password/{token}',
    { params: { token } },
    { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  const { form, busy, problem, submit } = useApiForm(
    { newPassword: '', revokeApiTokens: true },
    async ({ newPassword, revokeApiTokens }) => {
      const body = { newPassword: encodePassword(newPassword), revokeApiTokens };
      const revoked = revokeApiTokens ? (offer.data?.apiTokens ?? 0) : 0;
      const outcome = await api('POST /auth/reset-password/{token}', { params: { token }, body });
      if (revoked > 0)
        showToast('Password set', `${apiTokensText(revoked)} ${revoked === 1 ? 'was' : 'were'} revoked.`);
      await signInFlow.onOutcome(outcome);
    },
  );

  if (signInFlow.challenge !== null)
    return (
      <NextStep
        challenge={signInFlow.challenge}
        onOutcome={signInFlow.onOutcome}
        onRestart={() => window.location.assign('/sign-in')}
      />
    );
  const refused = problem instanceof ApiError && [404, 410].includes(problem.status) ? problem : offer.error;
  if (refused)
    return <ExpiredLink status={refused.status} code={refused.code} kind="reset" onRetry={() => void offer.mutate()} />;
  if (!offer.data) return <FullPageSpinner />;
  const { email, passwordRules, tenant, apiTokens } = offer.data;
  return (
    <FullPage title="Choose a new password">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setAttempted(true);
          if (passwordProblem(form.values.newPassword, [email, 'picket']) === null) void submit();
        }}
      >
        <p className="muted">For your account at {tenant.name}. You will be signed out everywhere else.</p>
        <TextInput label="E-mail" type="email" autoComplete="username" value={email} readOnly />
        <NewPassword
          label="New password"
          rules={passwordRules}
          context={[email]}
          attempted={attempted}
          value={form.values.newPassword}
          error={form.errors.newPassword}
          onChange={(next) => form.setFieldValue('newPassword', next)}
        />
        <RevokeTokens
          count={apiTokens}
          checked={form.values.revokeApiTokens}
          onChange={(revoke) => form.setFieldValue('revokeApiTokens', revoke)}
        />
        <FormProblem problem={problem} fields={['newPassword']} />
        <Button type="submit" loading={busy} fullWidth>
          Set password
        </Button>
      </form>
    </FullPage>
  );
}
