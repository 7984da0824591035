/** /admin/create-tenant: a new organization and its first administrator. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { validateName } from '@picket/domain/names';
import { BUSINESS_STATUS_LABELS, BUSINESS_STATUSES } from '@picket/domain/tenants';
import { useState } from 'react';
import { Link } from 'react-router';
import { LinkSent } from '../../features/users/link-sent.tsx';
import '../../features/account/account.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { api } from '../../lib/api.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import '../../ui/lists.css';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function CreateTenant() {
  useTitle('Add organization');
  const [made, setMade] = useState<ResponseOf<'POST /tenants'> | null>(null);
  const { form, busy, problem, submit } = useApiForm<BodyOf<'POST /tenants'>>(
    { name: '', administrator: '', businessStatus: 'SALES_TRIAL', demo: false },
    async (body) => setMade(await withReauthentication(() => api('POST /tenants', { body }))),
  );
  const { name, administrator } = form.values;
  if (made !== null)
    return (
      <div className="wide">
        <h1>{made.tenant.name} is set up</h1>
        <p className="muted">It has the default policies. Its first administrator has been invited.</p>
        <LinkSent sent={made.invitation} to={administrator} />
        <div>
          <Button component={Link} to="/admin/tenants">
            Back to organizations
          </Button>
        </div>
      </div>
    );
  const checked = validateName(name);
  return (
    <div className="wide">
      <h1>Add organization</h1>
      <Form className="card section" dirty={name !== ''} onSubmit={() => void submit()}>
        <TextInput
          label="Name"
          {...form.getInputProps('name')}
          {...(name !== '' && !checked.ok ? { error: checked.message } : {})}
          required
          autoFocus
        />
        <TextInput
          label="E-mail of its first administrator"
          type="email"
          autoComplete="off"
          {...form.getInputProps('administrator')}
          required
        />
        <NativeSelect
          label="Business status"
          data={BUSINESS_STATUSES.map((value) => ({ value, label: BUSINESS_STATUS_LABELS[value] }))}
          {...form.getInputProps('businessStatus')}
        />
        <Checkbox
          label="For demonstration"
          description="At most four organizations can be for demonstration."
          {...form.getInputProps('demo', { type: 'checkbox' })}
        />
        <FormProblem problem={problem} fields={Object.keys(form.values)} />
        <div className="row">
          <Button type="submit" loading={busy} disabled={!checked.ok}>
            Add organization
          </Button>
          <Button variant="default" component={Link} to="/admin/tenants">
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}
