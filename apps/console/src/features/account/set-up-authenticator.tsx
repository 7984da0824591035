import { Button, TextInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api, fieldProblem, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { withReauthentication } from '../session/index.ts';

interface Props {
  readonly offer: ResponseOf<'POST /users/my-profile/mfa/totp'>;
  readonly onDone: (recoveryCodes: readonly string[] | undefined) => Promise<void>;
  readonly onCancel: () => void;
}

/** The key for the authenticator app, and the code that proves that the app has it. */
export function SetUpAuthenticator({ offer, onDone, onCancel }: Props) {
  const t = useText();
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useSubmit(async () => {
    const response = await withReauthentication(() =>
      api('POST /users/my-profile/mfa/totp/confirm', { body: { code } }),
    );
    await onDone(response.recoveryCodes);
  });
  return (
    <form
      className="form"
      aria-label={t('account.totp.form')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ol className="steps">
        <li>
          {t('account.totp.scan')}
          <div className="activation">
            <QrCode text={offer.uri} label={t('account.totp.key')} />
            <code className="key" data-testid="totp-secret">
              {offer.secret.replace(/(.{4})/gu, '$1 ').trim()}
            </code>
          </div>
        </li>
        <li>
          {t('account.totp.enter')}
          <TextInput
            aria-label={t('account.totp.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            error={problem === null ? undefined : (fieldProblem(problem, 'code') ?? problemText(problem))}
            onChange={(event) => setCode(event.currentTarget.value)}
            required
          />
        </li>
      </ol>
      <div className="row">
        <Button type="submit" loading={busy}>
          {t('account.totp.confirm')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
