/** The way in, whatever it began with: a password, single sign-on, a link. */
import type { LoginOutcome } from '@picket/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Challenge } from './next-step.tsx';
import { keepProfile } from './use-session.ts';

export interface Entrance {
  /** What is still asked for; null while nothing is. */
  readonly challenge: Challenge | null;
  readonly onOutcome: (outcome: LoginOutcome) => Promise<void>;
  readonly restart: () => void;
}

/** `address`: where to go once signed in. */
export function useEntrance(address: string): Entrance {
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  return {
    challenge,
    onOutcome: async (outcome) => {
      if (outcome.kind !== 'LOGIN_SUCCESS') {
        setChallenge(outcome);
        return;
      }
      await keepProfile(outcome.profile);
      navigate(address, { replace: true });
    },
    restart: () => setChallenge(null),
  };
}
