/** Second factors of the signed-in user: authenticator app, passkeys, recovery codes. */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api, problemText, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useAction } from '../../ui/use-action.ts';
import { revalidateSession, supportsPasskeys, withReauthentication } from '../session/index.ts';
import { AddPasskey } from './add-passkey-form.tsx';
import { FactorList } from './factor-list.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { SetUpAuthenticator } from './set-up-authenticator.tsx';
import { useSecondFactors } from './use-account.ts';

type Offer = ResponseOf<'POST /users/my-profile/mfa/totp'>;

export function SecondFactor() {
  const t = useText();
  const { data, error } = useSecondFactors();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = async (recoveryCodes?: readonly string[]): Promise<void> => {
    if (recoveryCodes !== undefined) setCodes(recoveryCodes);
    await Promise.all([refresh('GET /users/my-profile/mfa'), refresh('GET /users/my-profile/sessions')]);
    // If the tenant requires a second factor, the rest of the console is available now.
    await revalidateSession();
  };
  const begin = useSubmit(async () =>
    setOffer(await withReauthentication(() => api('POST /users/my-profile/mfa/totp', {}))),
  );
  const title = t('session.step.secondFactor');
  if (data === undefined)
    return (
      <section className="card section" aria-label={title}>
        <h2>{title}</h2>
        {error && <p className="problem-text">{problemText(error)}</p>}
        {!error && <div className="skeleton" style={{ height: 48 }} aria-hidden="true" />}
      </section>
    );
  const hasAny = data.totp !== undefined || data.passkeys.length > 0;
  return (
    <section className="card section" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        <span className={`tag ${hasAny ? 'good' : 'caution'}`}>
          {t(hasAny ? 'account.mfa.setUp' : 'account.mfa.notSetUp')}
        </span>
      </div>
      <p className="muted">{t(data.required ? 'account.mfa.textRequired' : 'account.mfa.text')}</p>
      {codes !== null && <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />}
      {offer !== null && (
        <SetUpAuthenticator
          offer={offer}
          onCancel={() => setOffer(null)}
          onDone={async (recoveryCodes) => {
            setOffer(null);
            await changed(recoveryCodes);
          }}
        />
      )}
      <FactorList mfa={data} onChanged={() => void changed()} />
      <FormProblem problem={begin.problem} />
      <div className="row">
        {data.totp === undefined && offer === null && (
          <Button variant={hasAny ? 'default' : 'filled'} loading={begin.busy} onClick={() => void begin.submit()}>
            {t('account.mfa.setUpApp')}
          </Button>
        )}
        {data.passkeysSupported && supportsPasskeys() && <AddPasskey onAdded={changed} />}
        {hasAny && <NewCodes left={data.recoveryCodesLeft} onMade={setCodes} />}
      </div>
    </section>
  );
}

function NewCodes({ left, onMade }: { readonly left: number; readonly onMade: (codes: readonly string[]) => void }) {
  const t = useText();
  const make = useAction(async () => {
    const { recoveryCodes } = await withReauthentication(() => api('POST /users/my-profile/mfa/recovery-codes', {}));
    onMade(recoveryCodes);
    await refresh('GET /users/my-profile/mfa');
  });
  return (
    <Button variant="default" onClick={() => void make.run()}>
      {t('account.codes.new', { count: left })}
    </Button>
  );
}
