/** The way in, whatever it began with: a password, single sign-on, a link. */
import type { LoginOutcome } from '@picket/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Challenge } from './next-step.tsx';
import { setProfile } from './use-session.ts';

export interface SignInFlow {
  /** What is still asked for; null while nothing is. */
  readonly challenge: Challenge | null;
  readonly onOutcome: (outcome: LoginOutcome) => Promise<void>;
  readonly restart: () => void;
}

/** Where people go who did not ask for a page. */
const START = '/locations';

/** `address`: where to go once signed in. */
export function useSignInFlow(address: string): SignInFlow {
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  return {
    challenge,
    onOutcome: async (outcome) => {
      if (outcome.kind !== 'LOGIN_SUCCESS') {
        setChallenge(outcome);
        return;
      }
      await setProfile(outcome.profile);
      // At the first sign-in: what they will be told, before anything happens.
      const isFirst = outcome.profile.needsWelcome && !outcome.profile.lacksMfa;
      navigate(isFirst && address === START ? '/welcome/notifications' : address, { replace: true });
    },
    restart: () => setChallenge(null),
  };
}
