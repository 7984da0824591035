/** One organization in a dialog: its settings, an invitation, its private hosts, its end. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import type { TenantOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { BusinessStatusField } from './business-status.tsx';
import { InviteAdministrator } from './invite-administrator.tsx';
import { RemoveTenant } from './remove-tenant.tsx';

interface Props {
  readonly tenant: TenantOut;
  /** Awaited before the dialog closes, so that the list is current when it is opened again. */
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function EditTenant({ tenant, onChanged, onClose }: Props) {
  const t = useText();
  const { guid, name, suspended, isAdminTenant } = tenant;
  return (
    <Dialog title={name} onClose={onClose}>
      <TenantSettings tenant={tenant} onChanged={onChanged} onClose={onClose} />
      <InviteAdministrator guid={guid} onInvited={onChanged} />
      <div className="stack-tight">
        <p className="small muted">{t('admin.tenant.hostsText')}</p>
        <div>
          <Button variant="default" component={Link} to={`/admin/tenants/${guid}/outbound`}>
            {t('shell.page.privateHosts')}
          </Button>
        </div>
      </div>
      {suspended && !isAdminTenant && (
        <RemoveTenant
          tenant={tenant}
          onRemoved={async () => {
            await onChanged();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function TenantSettings({ tenant, onChanged, onClose }: Props) {
  const t = useText();
  const { guid, name, businessStatus, demo, suspended: isSuspended, isAdminTenant } = tenant;
  const initial = { name, businessStatus, demo, suspended: isSuspended };
  const { form, busy, problem, conflict, submit } = useApiForm('PATCH /tenants/{guid}', {
    saved: initial,
    version: tenant.last_update_ts,
    toBody: ({ suspended, ...values }) => ({ ...values, ...(isAdminTenant ? {} : { suspended }) }),
    send: async (body, values, headers) => {
      await withReauthentication(() => api('PATCH /tenants/{guid}', { params: { guid }, headers, body }));
      await onChanged();
      showToast(t('common.saved'), values.name);
      onClose();
    },
    reload: onChanged,
  });
  return (
    <Form label={t('shell.page.organization')} onSubmit={submit}>
      <TextInput label={t('common.name')} {...form.getInputProps('name')} required />
      <BusinessStatusField {...form.getInputProps('businessStatus')} />
      <Checkbox label={t('admin.tenant.demo')} {...form.getInputProps('demo', { type: 'checkbox' })} />
      {!isAdminTenant && (
        <Checkbox
          label={t('admin.tag.suspended')}
          description={t('admin.tenant.suspendedHelp')}
          {...form.getInputProps('suspended', { type: 'checkbox' })}
        />
      )}
      <EditConflict conflict={conflict} words={tenantWords(t)} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy}>
          {t('common.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Form>
  );
}

type Values = Pick<TenantOut, 'name' | 'businessStatus' | 'demo' | 'suspended'>;

const tenantWords = (t: Translator) => ({
  name: { label: t('common.name'), show: ({ name }: Values) => name },
  businessStatus: { label: t('admin.tenant.businessStatus') },
  demo: { label: t('admin.tenant.demo') },
  suspended: { label: t('admin.tag.suspended') },
});
