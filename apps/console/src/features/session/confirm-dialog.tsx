/** Asks for the password again, and for the second factor if one is set up. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { api, useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

export default function ConfirmDialog({ onDone }: { readonly onDone: (isConfirmed: boolean) => void }) {
  const t = useText();
  const mfa = useApi('GET /users/my-profile/mfa', {}, { revalidateOnFocus: false });
  const requiresCode = mfa.data?.totp !== undefined;
  const { form, busy, problem, submit } = useApiForm('POST /auth/confirm', {
    saved: { password: '', code: '' },
    toBody: ({ password, code }) => ({ password: encodePassword(password), ...(requiresCode ? { code } : {}) }),
    send: async (body) => {
      await api('POST /auth/confirm', { body });
      onDone(true);
    },
  });
  return (
    <Dialog title={t('session.identity.title')} onClose={() => onDone(false)}>
      <Form onSubmit={submit}>
        <p className="muted">{t('session.identity.text')}</p>
        <PasswordInput
          label={t('session.identity.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
          required
          data-autofocus
        />
        {requiresCode && (
          <TextInput
            label={t('session.step.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.getInputProps('code')}
            required
          />
        )}
        <FormProblem problem={problem} />
        <div className="row">
          <Button type="submit" loading={busy}>
            {t('common.confirm')}
          </Button>
          <Button variant="default" onClick={() => onDone(false)}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
