/** Asks for the password again, and for the second factor if one is set up. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { useState } from 'react';
import { api, fieldProblem, useApi } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

export default function ConfirmDialog({ onDone }: { readonly onDone: (isConfirmed: boolean) => void }) {
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
    <Dialog title="Confirm that it is you" onClose={() => onDone(false)}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="muted">This change is sensitive. Confirm your identity to continue.</p>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          value={password}
          error={fieldProblem(problem, 'password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          data-autofocus
        />
        {requiresCode && (
          <TextInput
            label="Code from your authenticator app"
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
            Confirm
          </Button>
          <Button variant="default" onClick={() => onDone(false)}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
