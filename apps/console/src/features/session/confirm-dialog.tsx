/** Asks for the password again, and for the second factor if one is set up. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { useState } from 'react';
import { api, fieldProblem, useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

export default function ConfirmDialog({ onDone }: { readonly onDone: (isConfirmed: boolean) => void }) {
  const t = useText();
  const mfa = useApi('GET /users/my-profile/mfa', {}, { revalidateOnFocus: false });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const requiresCode = mfa.data?.totp !== undefined;
  const { busy, problem, submit } = useSubmit(async () => {
    const body = { password: encodePassword(password), ...(requiresCode ? { code } : {}) };
    await api('POST /auth/confirm', { body });
    onDone(true);
  });
  return (
    <Dialog title={t('session.identity.title')} onClose={() => onDone(false)}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="muted">{t('session.identity.text')}</p>
        <PasswordInput
          label={t('session.identity.password')}
          autoComplete="current-password"
          value={password}
          error={fieldProblem(problem, 'password')}
          visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          data-autofocus
        />
        {requiresCode && (
          <TextInput
            label={t('session.step.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            error={fieldProblem(problem, 'code')}
            onChange={(event) => setCode(event.currentTarget.value)}
            required
          />
        )}
        <FormProblem problem={problem} fields={['password', 'code']} />
        <div className="row">
          <Button type="submit" loading={busy}>
            {t('common.confirm')}
          </Button>
          <Button variant="default" onClick={() => onDone(false)}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
