import { Button } from '@mantine/core';
import type { UserOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { withReauthentication } from '../session/index.ts';

/** Deletes the account of somebody else; it is irreversible, so the address is typed. */
export function DeleteUser({ user }: { readonly user: UserOut }) {
  const t = useText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { guid, email } = user;
  return (
    <section className="card section" aria-label={t('users.delete.action')}>
      <h2>{t('users.delete.action')}</h2>
      <p className="muted">{t('users.delete.text')}</p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('users.delete.action')}
        </Button>
      </div>
      {asking && (
        <TypedConfirmation
          title={t('users.delete.question', { name: user.displayName ?? email })}
          text={t('users.delete.warning')}
          name={email}
          action={t('users.delete.action')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /users/{guid}', { params: { guid } }));
            showToast(t('users.delete.done'), t('users.delete.doneText', { email }));
            navigate('/admin/users', { replace: true });
          }}
        />
      )}
    </section>
  );
}
