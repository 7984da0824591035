/** /sign-in/callback: back from the single sign-on provider. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { NextStep } from '../../features/session/next-step.tsx';
import { useSignInFlow } from '../../features/session/use-sign-in-flow.ts';
import { api, problemText } from '../../lib/api.ts';
import { consumeReturnPath } from '../../lib/return-path.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function SignInCallback() {
  useTitle('Sign in');
  const { search } = useLocation();
  const [address] = useState(consumeReturnPath);
  const signInFlow = useSignInFlow(address);
  const [problem, setProblem] = useState<unknown>(null);
  const { onOutcome } = signInFlow;
  const begun = useRef(false);
  // The code from the provider works once, even if the component is rendered again.
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // Removes the code from the address bar first.
    window.history.replaceState(null, '', '/sign-in/callback');
    api('POST /auth/oidc/finish', { body: { query: search } })
      .then(onOutcome)
      .catch(setProblem);
  }, [search, onOutcome]);

  if (signInFlow.challenge !== null)
    return (
      <NextStep
        challenge={signInFlow.challenge}
        onOutcome={onOutcome}
        onRestart={() => window.location.assign('/sign-in')}
      />
    );
  if (problem === null) return <FullPageSpinner />;
  return (
    <FullPage title="You are not signed in">
      <p role="alert" className="problem-text">
        {problemText(problem)}
      </p>
      <Button component={Link} to="/sign-in">
        Back to sign in
      </Button>
    </FullPage>
  );
}
