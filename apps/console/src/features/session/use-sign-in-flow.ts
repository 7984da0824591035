/** The steps of a sign-in, whether it started with a password, single sign-on or a one-time link. */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { isAdmin } from '@picket/domain/permissions';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Challenge } from './next-step.tsx';
import { setProfile } from './use-session.ts';

export interface SignInFlow {
  /** The challenge that is still open, or null. */
  readonly challenge: Challenge | null;
  readonly onOutcome: (outcome: LoginOutcome) => Promise<void>;
  readonly restart: () => void;
}

/** The page after a sign-in without a requested page. */
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
      // The first sign-in opens the notification preferences; administrators find them in the get-started list.
      const { needsWelcome, lacksMfa, permissions } = outcome.profile;
      const isWelcome = needsWelcome && !lacksMfa && !isAdmin(permissions);
      navigate(isWelcome && address === START ? '/welcome/notifications' : address, { replace: true });
    },
    restart: () => setChallenge(null),
  };
}
