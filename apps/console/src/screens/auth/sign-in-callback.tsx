/** /sign-in/callback: back from the single sign-on provider. */

import { useState } from 'react';
import { useLocation } from 'react-router';
import { NextStep } from '../../features/session/next-step.tsx';
import { restartSignIn } from '../../features/session/use-one-time-link.ts';
import { useProviderSignIn } from '../../features/session/use-provider-sign-in.ts';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { problemText } from '../../lib/api.ts';
import { consumeReturnPath } from '../../lib/return-path.ts';
import { useText } from '../../lib/texts.ts';
import { LinkButton } from '../../ui/controls/button.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function SignInCallback() {
  const t = useText();
  useTitle(t('session.signIn.title'));
  const { search } = useLocation();
  const [address] = useState(consumeReturnPath);
  const { challenge, onOutcome } = useSignInFlow(address);
  const problem = useProviderSignIn(search, onOutcome);
  if (challenge !== null) return <NextStep challenge={challenge} onOutcome={onOutcome} onRestart={restartSignIn} />;
  if (problem === null) return <FullPageSpinner />;
  return (
    <FullPage title={t('session.signIn.failed')}>
      <p role="alert" className="problem-text">
        {problemText(problem)}
      </p>
      <LinkButton to="/sign-in">{t('session.signIn.back')}</LinkButton>
    </FullPage>
  );
}
