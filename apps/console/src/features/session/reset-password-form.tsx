/** Takes a new password from the person a one-time link was sent to. */
import { Button, TextInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { ApiError, api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { NewPassword, newPasswordProblem } from './new-password.tsx';
import { RevokeTokens } from './revoke-tokens.tsx';
import type { SignInFlow } from './use-sign-in-flow.ts';

interface Props {
  readonly token: string;
  readonly reset: ResponseOf<'GET /auth/reset-password/{token}'>;
  readonly onOutcome: SignInFlow['onOutcome'];
  /** The link no longer works. */
  readonly onExpired: (error: ApiError) => void;
}

export function ResetPasswordForm({ token, reset, onOutcome, onExpired }: Props) {
  const t = useText();
  const [attempted, setAttempted] = useState(false);
  const { field, values, busy, problem, submit } = useApiForm('POST /auth/reset-password/{token}', {
    saved: { newPassword: '', revokeApiTokens: true },
    toBody: ({ newPassword, revokeApiTokens }) => ({ newPassword: encodePassword(newPassword), revokeApiTokens }),
    send: async (body, { revokeApiTokens }) => {
      const outcome = await api('POST /auth/reset-password/{token}', { params: { token }, body }).catch((error) => {
        if (error instanceof ApiError && [404, 410].includes(error.status)) onExpired(error);
        throw error;
      });
      if (revokeApiTokens && reset.apiTokens > 0)
        showToast(t('session.reset.done'), t('session.tokens.revoked', { count: reset.apiTokens }));
      await onOutcome(outcome);
    },
  });
  const { newPassword, revokeApiTokens } = values;
  return (
    <Form
      onSubmit={() => {
        setAttempted(true);
        if (newPasswordProblem(t, newPassword, [reset.email]) === null) submit();
      }}
    >
      <p className="muted">{t('session.reset.text', { tenant: reset.tenant.name })}</p>
      <TextInput label={t('common.email')} inputMode="email" autoComplete="username" value={reset.email} readOnly />
      <NewPassword
        label={t('session.reset.title')}
        context={[reset.email]}
        attempted={attempted}
        {...field('newPassword')}
      />
      <RevokeTokens count={reset.apiTokens} checked={revokeApiTokens} onChange={field('revokeApiTokens').onChange} />
      <FormProblem problem={problem} />
      <Button type="submit" loading={busy} fullWidth>
        {t('session.reset.set')}
      </Button>
    </Form>
  );
}
