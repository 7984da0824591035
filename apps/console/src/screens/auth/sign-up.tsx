/** /sign-up/:token: checks the link first; a used, expired or unknown link has its own page. */
import { useParams } from 'react-router';
import { ExpiredLink } from '../../features/session/expired-link.tsx';
import { NextStep } from '../../features/session/next-step.tsx';
import { SignUpForm } from '../../features/session/sign-up-form.tsx';
import { restartSignIn, useInvitation } from '../../features/session/use-one-time-link.ts';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { useText } from '../../lib/texts.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function SignUp() {
  const t = useText();
  useTitle(t('session.signUp.title'));
  const { token = '' } = useParams();
  const { data: invitation, error, mutate } = useInvitation(token);
  const { challenge, onOutcome } = useSignInFlow('/locations');
  if (error)
    return <ExpiredLink status={error.status} code={error.code} kind="sign-up" onRetry={() => void mutate()} />;
  if (!invitation) return <FullPageSpinner />;
  if (challenge !== null) return <NextStep challenge={challenge} onOutcome={onOutcome} onRestart={restartSignIn} />;
  const isFirst = invitation.email === undefined;
  return (
    <FullPage
      title={isFirst ? t('session.signUp.first') : t('session.signUp.join', { tenant: invitation.tenant.name })}
    >
      <SignUpForm token={token} invitation={invitation} onOutcome={onOutcome} />
    </FullPage>
  );
}
