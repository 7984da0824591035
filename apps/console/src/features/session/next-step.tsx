/** The next step of a sign-in: choosing the tenant or the second factor. */
import { Button, TextInput } from '@mantine/core';
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { useState } from 'react';
import { ApiError, api, problemText } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { authenticateWithPasskey, supportsPasskeys } from './passkeys.ts';

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

/** After an expired challenge the sign-in starts again; other errors can be corrected here. */
const isExpired = (problem: unknown): boolean => problem instanceof ApiError && problem.code === 'challengeExpired';

function StepProblem({ problem, onRestart }: { readonly problem: unknown; readonly onRestart: () => void }) {
  if (problem === null) return null;
  return (
    <div role="alert" className="stack-tight">
      <p className="problem-text">{problemText(problem)}</p>
      {isExpired(problem) && (
        <Button variant="default" onClick={onRestart}>
          Start again
        </Button>
      )}
    </div>
  );
}

function ChooseTenant({
  challenge,
  onOutcome,
  onRestart,
}: Props & { readonly challenge: Extract<Challenge, { kind: 'TENANT_CHALLENGE' }> }) {
  const [chosen, setChosen] = useState('');
  const { busy, problem, submit } = useSubmit(async (tenant: string) => {
    setChosen(tenant);
    await onOutcome(await api('POST /auth/login/tenant', { body: { challenge: challenge.challenge, tenant } }));
  });
  return (
    <FullPage title="Choose an organization">
      <p className="muted">You have an account in several organizations.</p>
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

function SecondFactorStep({
  challenge,
  onOutcome,
  onRestart,
}: Props & { readonly challenge: Extract<Challenge, { kind: 'MFA_CHALLENGE' }> }) {
  const { methods, passkey } = challenge;
  const hasTotp = methods.includes('TOTP');
  const hasRecoveryCodes = methods.includes('RECOVERY_CODE');
  const [recovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const { busy, problem, submit, reset } = useSubmit(async () => {
    await onOutcome(await api('POST /auth/login/mfa', { body: { challenge: challenge.challenge, code } }));
  });
  const byPasskey = useSubmit(async () => {
    if (passkey === undefined) return;
    const response = await authenticateWithPasskey(passkey);
    const body = { challenge: challenge.challenge, passkey: response };
    await onOutcome(await api('POST /auth/login/mfa', { body }));
  });
  const showsCode = hasTotp || recovering;
  return (
    <FullPage title={recovering ? 'Use a recovery code' : 'Second factor'}>
      {passkey !== undefined && supportsPasskeys() && !recovering && (
        <Button fullWidth loading={byPasskey.busy} onClick={() => void byPasskey.submit()}>
          Use a passkey
        </Button>
      )}
      {showsCode && (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextInput
            key={recovering ? 'recovery' : 'code'}
            label={recovering ? 'Recovery code' : 'Code from your authenticator app'}
            description={
              recovering
                ? 'One of the codes you saved when you set up the second factor. Each works once.'
                : 'Six digits.'
            }
            autoComplete="one-time-code"
            inputMode={recovering ? 'text' : 'numeric'}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              reset();
            }}
            required
            autoFocus
          />
          <Button
            type="submit"
            loading={busy}
            fullWidth
            variant={passkey !== undefined && !recovering ? 'default' : 'filled'}
          >
            Continue
          </Button>
        </form>
      )}
      <StepProblem problem={problem ?? byPasskey.problem} onRestart={onRestart} />
      <div className="row small">
        {hasRecoveryCodes && (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              setRecovering(!recovering);
              setCode('');
              reset();
            }}
          >
            {recovering ? 'Back to the second factor' : 'I cannot use my second factor'}
          </button>
        )}
        <button type="button" className="link-button" onClick={onRestart}>
          Start again
        </button>
      </div>
      {recovering && (
        <p className="small muted">
          No codes left? An administrator of your organization can remove the second factor.
        </p>
      )}
    </FullPage>
  );
}
