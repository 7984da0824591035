/** /reset-password/:token: checks the link first, then takes a new password. A second factor is asked for all the same. */
import { useState } from 'react';
import { useParams } from 'react-router';
import { ExpiredLink } from '../../features/session/expired-link.tsx';
import { NextStep } from '../../features/session/next-step.tsx';
import { ResetPasswordForm } from '../../features/session/reset-password-form.tsx';
import { restartSignIn, usePasswordReset } from '../../features/session/use-one-time-link.ts';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import type { ApiError } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function ResetPassword() {
  const t = useText();
  useTitle(t('session.reset.title'));
  const { token = '' } = useParams();
  const { data: reset, error, mutate } = usePasswordReset(token);
  const { challenge, onOutcome } = useSignInFlow('/locations');
  const [expired, setExpired] = useState<ApiError>();
  if (challenge !== null) return <NextStep challenge={challenge} onOutcome={onOutcome} onRestart={restartSignIn} />;
  const refused = expired ?? error;
  if (refused)
    return <ExpiredLink status={refused.status} code={refused.code} kind="reset" onRetry={() => void mutate()} />;
  if (!reset) return <FullPageSpinner />;
  return (
    <FullPage title={t('session.reset.heading')}>
      <ResetPasswordForm token={token} reset={reset} onOutcome={onOutcome} onExpired={setExpired} />
    </FullPage>
  );
}
