/** /sign-in: the page everyone loads first. */

import { Link, useLocation } from 'react-router';
import { NextStep } from '../../features/session/next-step.tsx';
import { SignInForm } from '../../features/session/sign-in-form.tsx';
import { useSignIn } from '../../features/session/use-sign-in.ts';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { pathAfterSignIn } from '../../lib/redirect.ts';
import { useText } from '../../lib/texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function SignIn() {
  const t = useText();
  useTitle(t('session.signIn.title'));
  const { search } = useLocation();
  const address = pathAfterSignIn(search);
  const flow = useSignInFlow(address);
  const { byPassword, atProvider, provider } = useSignIn(flow, address);
  if (flow.challenge !== null)
    return <NextStep challenge={flow.challenge} onOutcome={flow.onOutcome} onRestart={flow.restart} />;
  return (
    <FullPage title={t('session.signIn.title')}>
      <SignInForm
        busy={byPassword.busy}
        problem={byPassword.problem ?? atProvider.problem}
        onSubmit={(credentials) => void byPassword.submit(credentials)}
      />
      {provider !== null && (
        <Button variant="default" fullWidth loading={atProvider.busy} onClick={() => void atProvider.submit()}>
          {t('session.signIn.with', { provider })}
        </Button>
      )}
      <p className="small">
        <Link to="/forgot-password">{t('session.signIn.forgot')}</Link>
      </p>
    </FullPage>
  );
}
