/** Completes the sign-in after the provider sent the browser back. */
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import type { SignInFlow } from './use-sign-in-flow.ts';

/** `search`: the query the provider sent. Returns the error; null: still working, or done. */
export function useProviderSignIn(search: string, onOutcome: SignInFlow['onOutcome']): unknown {
  const [problem, setProblem] = useState<unknown>(null);
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
  return problem;
}
