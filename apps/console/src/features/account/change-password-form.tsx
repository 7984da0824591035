/** Changes one's own password; everything else that is signed in is signed out. */
import { Button, PasswordInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { NewPassword, newPasswordProblem, RevokeTokens, useProfile } from '../session/index.ts';

/** `apiTokens`: how many valid ones the user has. */
export function ChangePasswordForm({ apiTokens }: { readonly apiTokens: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { email, displayName, tenant } = useProfile();
  const [attempted, setAttempted] = useState(false);
  const context = [email, displayName ?? '', tenant.name];
  const { form, field, values, isDirty, busy, problem, submit } = useApiForm('POST /auth/change-password', {
    saved: { oldPassword: '', newPassword: '', revokeApiTokens: true },
    toBody: (typed) => ({
      ...typed,
      oldPassword: encodePassword(typed.oldPassword),
      newPassword: encodePassword(typed.newPassword),
    }),
    send: async (body, { revokeApiTokens }) => {
      await api('POST /auth/change-password', { body });
      const revoked = revokeApiTokens && apiTokens > 0 ? t('session.tokens.revoked', { count: apiTokens }) : '';
      showToast(t('account.password.changed'), `${t('account.password.signedOutElsewhere')} ${revoked}`.trim());
      navigate('/profile', { replace: true });
    },
  });
  const { newPassword, revokeApiTokens } = values;
  const handleSubmit = (): void => {
    setAttempted(true);
    if (newPasswordProblem(t, newPassword, context) === null) submit();
  };
  return (
    <Form dirty={isDirty} onSubmit={handleSubmit}>
      {/* For password managers: whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordInput
        label={t('account.password.current')}
        autoComplete="current-password"
        {...form.getInputProps('oldPassword')}
        visibilityToggleButtonProps={{ 'aria-label': t('account.password.showCurrent') }}
        required
      />
      <NewPassword
        label={t('account.password.new')}
        context={context}
        attempted={attempted}
        {...field('newPassword')}
      />
      <RevokeTokens count={apiTokens} checked={revokeApiTokens} onChange={field('revokeApiTokens').onChange} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy}>
          {t('account.password.change')}
        </Button>
      </div>
    </Form>
  );
}
