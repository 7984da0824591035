/** /profile/change-password */
import { Button, PasswordInput } from '@mantine/core';
import { encodePassword } from '@picket/contracts/client';
import { passwordProblem } from '@picket/domain/passwords';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { NewPassword } from '../../features/session/new-password.tsx';
import { apiTokensText, RevokeTokens } from '../../features/session/revoke-tokens.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, problemText, useApi } from '../../lib/api.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function ChangePassword() {
  useTitle('Change password');
  const navigate = useNavigate();
  const { email, displayName, tenant } = useProfile();
  const rules = useApi('GET /auth/change-password', {}, { revalidateOnFocus: false });
  const [attempted, setAttempted] = useState(false);
  const apiTokens = rules.data?.apiTokens ?? 0;
  const context = [email, displayName ?? '', tenant.name];
  const { form, busy, problem, submit } = useApiForm(
    { oldPassword: '', newPassword: '', revokeApiTokens: true },
    async ({ oldPassword, newPassword, revokeApiTokens }) => {
      await api('POST /auth/change-password', {
        body: {
          oldPassword: encodePassword(oldPassword),
          newPassword: encodePassword(newPassword),
          revokeApiTokens,
        },
      });
      const others = 'You were signed out in all other browsers.';
      const isRevoked = revokeApiTokens && apiTokens > 0;
      showToast(
        'Password changed',
        isRevoked ? `${others} ${apiTokensText(apiTokens)} ${apiTokens === 1 ? 'was' : 'were'} revoked.` : others,
      );
      navigate('/profile', { replace: true });
    },
  );
  const { oldPassword, newPassword, revokeApiTokens } = form.values;
  if (rules.error && !rules.data)
    return (
      <Problem
        isPage
        title="The password rules could not be loaded"
        text={problemText(rules.error)}
        onRetry={() => void rules.mutate()}
      />
    );
  if (!rules.data) return <div className="skeleton narrow" style={{ height: 420 }} aria-hidden="true" />;
  if (!rules.data.hasPassword)
    return (
      <div className="narrow">
        <h1>Change password</h1>
        <p className="muted">
          You sign in through single sign-on and have no password here. To get one, use “I forgot my password” on the
          sign-in page.
        </p>
      </div>
    );
  return (
    <div className="narrow">
      <h1>Change password</h1>
      <Form
        dirty={oldPassword !== '' || newPassword !== ''}
        onSubmit={() => {
          setAttempted(true);
          if (passwordProblem(newPassword, [...context, 'picket']) === null) void submit();
        }}
      >
        {/* For password managers: whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('oldPassword')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password' }}
          required
        />
        <NewPassword
          label="New password"
          rules={rules.data.rules}
          context={context}
          attempted={attempted}
          value={newPassword}
          error={form.errors.newPassword}
          onChange={(next) => form.setFieldValue('newPassword', next)}
        />
        <RevokeTokens
          count={apiTokens}
          checked={revokeApiTokens}
          onChange={(revoke) => form.setFieldValue('revokeApiTokens', revoke)}
        />
        <FormProblem problem={problem} fields={['oldPassword', 'newPassword']} />
        <div>
          <Button type="submit" loading={busy}>
            Change password
          </Button>
        </div>
      </Form>
    </div>
  );
}
