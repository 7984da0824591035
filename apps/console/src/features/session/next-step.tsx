/** The next step of a sign-in: choosing the tenant or the second factor. */

import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { StepProblem } from './step-problem.tsx';

export type Challenge = Exclude<LoginOutcome, { kind: 'LOGIN_SUCCESS' }>;

interface Props {
  readonly challenge: Challenge;
  readonly onOutcome: (outcome: LoginOutcome) => Promise<void>;
  /** Starts the sign-in again. */
  readonly onRestart: () => void;
}

export function NextStep(props: Props) {
  return props.challenge.kind === 'TENANT_CHALLENGE' ? (
    <ChooseTenant {...props} challenge={props.challenge} />
  ) : (
    <SecondFactorStep key={props.challenge.challenge} {...props} challenge={props.challenge} />
  );
}

function ChooseTenant({
  challenge,
  onOutcome,
  onRestart,
}: Props & { readonly challenge: Extract<Challenge, { kind: 'TENANT_CHALLENGE' }> }) {
  const t = useText();
  const [chosen, setChosen] = useState('');
  const { busy, problem, submit } = useSubmit(async (tenant: string) => {
    setChosen(tenant);
    await onOutcome(await api('POST /auth/login/tenant', { body: { challenge: challenge.challenge, tenant } }));
  });
  return (
    <FullPage title={t('session.step.chooseOrganization')}>
      <p className="muted">{t('session.step.severalOrganizations')}</p>
      <div className="stack-tight">
        {challenge.tenants.map(({ guid, name }) => (
          <Button
            key={guid}
            variant="default"
            size="md"
            fullWidth
            loading={busy && chosen === guid}
            onClick={() => void submit(guid)}
          >
            {name}
          </Button>
        ))}
      </div>
      <StepProblem problem={problem} onRestart={onRestart} />
    </FullPage>
  );
}
