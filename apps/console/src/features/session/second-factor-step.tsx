/** The second factor of a sign-in: a passkey, a code, or a recovery code. */

import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { authenticateWithPasskey, supportsPasskeys } from './passkeys.ts';
import { StepProblem } from './step-problem.tsx';

interface Props {
  readonly challenge: Extract<LoginOutcome, { kind: 'MFA_CHALLENGE' }>;
  readonly onOutcome: (outcome: LoginOutcome) => Promise<void>;
  /** Starts the sign-in again. */
  readonly onRestart: () => void;
}

export function SecondFactorStep({ challenge, onOutcome, onRestart }: Props) {
  const t = useText();
  const { methods, passkey } = challenge;
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
  const changeCode = (next: string): void => {
    setCode(next);
    reset();
  };
  const toggleRecovery = (): void => {
    setRecovering(!recovering);
    changeCode('');
  };
  const hasPasskey = passkey !== undefined && !recovering;
  return (
    <FullPage title={recovering ? t('session.step.recovery') : t('session.step.secondFactor')}>
      {hasPasskey && supportsPasskeys() && (
        <Button fullWidth loading={byPasskey.busy} onClick={() => void byPasskey.submit()}>
          {t('session.step.usePasskey')}
        </Button>
      )}
      {(methods.includes('TOTP') || recovering) && (
        <CodeForm
          key={recovering ? 'recovery' : 'code'}
          isRecovery={recovering}
          code={code}
          busy={busy}
          isSecondary={hasPasskey}
          onChange={changeCode}
          onSubmit={() => void submit()}
        />
      )}
      <StepProblem problem={problem ?? byPasskey.problem} onRestart={onRestart} />
      <OtherSteps
        hasRecoveryCodes={methods.includes('RECOVERY_CODE')}
        recovering={recovering}
        onToggle={toggleRecovery}
        onRestart={onRestart}
      />
    </FullPage>
  );
}

interface CodeFormProps {
  readonly isRecovery: boolean;
  readonly code: string;
  readonly busy: boolean;
  /** Another button is the main one. */
  readonly isSecondary: boolean;
  readonly onChange: (code: string) => void;
  readonly onSubmit: () => void;
}

function CodeForm({ isRecovery, code, busy, isSecondary, onChange, onSubmit }: CodeFormProps) {
  const t = useText();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextInput
        label={isRecovery ? t('session.step.recoveryCode') : t('session.step.code')}
        description={isRecovery ? t('session.step.recoveryCodeText') : t('session.step.codeText')}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        value={code}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
        autoFocus
      />
      <Button type="submit" loading={busy} fullWidth variant={isSecondary ? 'default' : 'filled'}>
        {t('common.continue')}
      </Button>
    </form>
  );
}

interface OtherStepsProps {
  readonly hasRecoveryCodes: boolean;
  readonly recovering: boolean;
  readonly onToggle: () => void;
  readonly onRestart: () => void;
}

function OtherSteps({ hasRecoveryCodes, recovering, onToggle, onRestart }: OtherStepsProps) {
  const t = useText();
  return (
    <>
      <div className="row small">
        {hasRecoveryCodes && (
          <button type="button" className="link-button" onClick={onToggle}>
            {recovering ? t('session.step.toSecondFactor') : t('session.step.toRecovery')}
          </button>
        )}
        <button type="button" className="link-button" onClick={onRestart}>
          {t('session.step.restart')}
        </button>
      </div>
      {recovering && <p className="small muted">{t('session.step.noCodes')}</p>}
    </>
  );
}
