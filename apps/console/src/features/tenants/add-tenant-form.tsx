import { Button, Checkbox, TextInput } from '@mantine/core';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { validateName } from '@picket/domain/names';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { withReauthentication } from '../session/index.ts';
import { BusinessStatusField } from './business-status.tsx';

export interface AddedTenant {
  readonly added: ResponseOf<'POST /tenants'>;
  readonly administrator: string;
}

const NEW_TENANT: BodyOf<'POST /tenants'> = {
  name: '',
  administrator: '',
  businessStatus: 'SALES_TRIAL',
  demo: false,
};

/** A new organization and its first administrator. */
export function AddTenantForm({ onAdded }: { readonly onAdded: (made: AddedTenant) => void }) {
  const t = useText();
  const { form, values, isDirty, busy, problem, submit } = useApiForm('POST /tenants', {
    saved: NEW_TENANT,
    toBody: (typed) => typed,
    send: async (body) => {
      const added = await withReauthentication(() => api('POST /tenants', { body }));
      onAdded({ added, administrator: body.administrator });
    },
  });
  const { name } = values;
  const checked = validateName(name);
  return (
    <Form className="card section" dirty={isDirty} onSubmit={submit}>
      <TextInput
        label={t('common.name')}
        {...form.getInputProps('name')}
        {...(name !== '' && !checked.ok ? { error: t(`common.nameProblem.${checked.problem}`) } : {})}
        required
        autoFocus
      />
      <TextInput
        label={t('admin.tenant.firstAdministrator')}
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps('administrator')}
        required
      />
      <BusinessStatusField {...form.getInputProps('businessStatus')} />
      <Checkbox
        label={t('admin.tenant.demo')}
        description={t('admin.tenant.demoHelp')}
        {...form.getInputProps('demo', { type: 'checkbox' })}
      />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!checked.ok}>
          {t('shell.page.addOrganization')}
        </Button>
        <Button variant="default" component={Link} to="/admin/tenants" replace>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
