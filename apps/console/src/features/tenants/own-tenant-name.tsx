import { Button } from '@mantine/core';
import type { OwnTenantOut } from '@picket/contracts/types';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { refreshOwnTenant } from './use-tenants.ts';

/** The name of one's own organization. */
export function OwnTenantName({ tenant }: { readonly tenant: OwnTenantOut }) {
  const t = useText();
  const { field, values, isDirty, busy, problem, conflict, submit } = useApiForm('PATCH /tenant', {
    saved: { name: tenant.name },
    version: tenant.last_update_ts,
    toBody: (typed) => typed,
    send: async (body, _, headers) => {
      await withReauthentication(() => api('PATCH /tenant', { body, headers }));
      showToast(t('common.saved'));
      await refreshOwnTenant();
    },
    reload: refreshOwnTenant,
  });
  return (
    <Form className="card section" label={t('common.name')} dirty={isDirty} onSubmit={submit}>
      <NameField takenNames={[]} {...field('name')} />
      <EditConflict conflict={conflict} words={{ name: { label: t('common.name'), show: ({ name }) => name } }} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isDirty || !isValidName(values.name, [])}>
          {t('admin.own.saveName')}
        </Button>
      </div>
    </Form>
  );
}
