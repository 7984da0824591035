import { Button, TextInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { withReauthentication } from '../session/index.ts';
import styles from './set-up-authenticator.module.css';

interface Props {
  readonly offer: ResponseOf<'POST /users/my-profile/mfa/totp'>;
  readonly onDone: (recoveryCodes: readonly string[] | undefined) => Promise<void>;
  readonly onCancel: () => void;
}

/** The key for the authenticator app, and the code that proves that the app has it. */
export function SetUpAuthenticator({ offer, onDone, onCancel }: Props) {
  const t = useText();
  const { form, busy, problem, submit } = useApiForm('POST /users/my-profile/mfa/totp/confirm', {
    saved: { code: '' },
    toBody: (values) => values,
    send: async (body) => {
      const response = await withReauthentication(() => api('POST /users/my-profile/mfa/totp/confirm', { body }));
      await onDone(response.recoveryCodes);
    },
  });
  return (
    <Form label={t('account.totp.form')} onSubmit={submit}>
      <ol className={styles.steps}>
        <li>
          {t('account.totp.scan')}
          <div className={styles.offer}>
            <QrCode text={offer.uri} label={t('account.totp.key')} />
            <code className={styles.key} data-testid="totp-secret">
              {offer.secret.replace(/(.{4})/gu, '$1 ').trim()}
            </code>
          </div>
        </li>
        <li>
          {t('account.totp.enter')}
          <TextInput
            className={styles.digits}
            aria-label={t('account.totp.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.getInputProps('code')}
            required
          />
        </li>
      </ol>
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy}>
          {t('account.totp.confirm')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
