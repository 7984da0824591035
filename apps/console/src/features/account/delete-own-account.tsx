import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { signOut, useProfile, withReauthentication } from '../session/index.ts';

/** Deletes one's own account; it is irreversible, so the address is typed. */
export function DeleteOwnAccount() {
  const t = useText();
  const { email } = useProfile();
  const [asking, setAsking] = useState(false);
  return (
    <section className="card section" aria-label={t('profile.delete.title')}>
      <h2>{t('profile.delete.title')}</h2>
      <p className="muted">{t('profile.delete.text')}</p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('profile.delete.action')}
        </Button>
      </div>
      {asking && (
        <TypedConfirmation
          title={t('profile.delete.question')}
          text={t('profile.delete.warning')}
          name={email}
          action={t('profile.delete.confirm', { email })}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /users/my-profile', {}));
            await signOut('/goodbye?deleted');
          }}
        />
      )}
    </section>
  );
}
