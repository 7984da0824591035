/** The invitation of a user or, after sign-up, account recovery. */
import { Button } from '@mantine/core';
import type { SentLinkOut, UserOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { LinkSent } from './link-sent.tsx';
import { refreshUser } from './use-users.ts';

const EXPLANATIONS = {
  ACTIVE: 'users.access.recoveryText',
  INVITED: 'users.access.invitedText',
  INVITE_EXPIRED: 'users.access.expiredText',
} as const satisfies Readonly<Record<UserOut['state'], string>>;

export function AccountAccess({ user }: { readonly user: UserOut }) {
  const t = useText();
  const [sent, setSent] = useState<SentLinkOut | null>(null);
  const params = { guid: user.guid };
  const isActive = user.state === 'ACTIVE';
  const send = useSubmit(async () => {
    setSent(
      await withReauthentication(() =>
        isActive ? api('POST /users/{guid}/reset-link', { params }) : api('POST /users/{guid}/invite', { params }),
      ),
    );
    await refreshUser();
  });
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await withReauthentication(work);
      showToast(done);
      setSent(null);
      await refreshUser();
    } catch (error) {
      showErrorToast(error);
    }
  };
  const revoke = () => act(() => api('DELETE /users/{guid}/invite', { params }), t('users.access.revoked'));
  const removeMfa = () => act(() => api('DELETE /users/{guid}/mfa', { params }), t('users.access.removedMfa'));
  return (
    <section className="card section" aria-label={t('users.access.label')}>
      <h2>{t(isActive ? 'users.access.recovery' : 'users.access.invitation')}</h2>
      <p className="muted">{t(EXPLANATIONS[user.state])}</p>
      {sent !== null && <LinkSent sent={sent} to={user.email} />}
      <FormProblem problem={send.problem} />
      <div className="row">
        <Button variant="default" loading={send.busy} onClick={() => void send.submit()}>
          {t(isActive ? 'users.access.createLink' : 'users.access.resend')}
        </Button>
        {user.state === 'INVITED' && (
          <Button variant="default" onClick={() => void revoke()}>
            {t('users.access.revoke')}
          </Button>
        )}
        {user.mfa && (
          <Button variant="default" onClick={() => void removeMfa()}>
            {t('users.access.removeMfa')}
          </Button>
        )}
      </div>
    </section>
  );
}
