import { Switch } from '@mantine/core';
import type { OwnTenantOut } from '@picket/contracts/types';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { refreshOwnTenant } from './use-tenants.ts';

/** Whether the organization requires a second factor. */
export function OwnTenantSecurity({ tenant }: { readonly tenant: OwnTenantOut }) {
  const t = useText();
  const { requireMfa, withoutMfa, users } = tenant;
  const change = async (next: boolean): Promise<void> => {
    try {
      await withReauthentication(() => api('PATCH /tenant', { body: { requireMfa: next } }));
      showToast(t('common.saved'), next ? t('admin.own.mfaRequired') : '');
      await refreshOwnTenant();
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="card section" aria-label={t('admin.own.security')}>
      <h2>{t('admin.own.security')}</h2>
      <Switch
        label={t('admin.own.requireMfa')}
        description={t('admin.own.requireMfaHelp', { withMfa: users - withoutMfa, users })}
        checked={requireMfa}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </section>
  );
}
