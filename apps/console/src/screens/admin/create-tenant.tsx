/** /admin/create-tenant: a new organization and its first administrator. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts';
import { BUSINESS_STATUS_LABELS, BUSINESS_STATUSES, validateName } from '@picket/domain';
import { useState } from 'react';
import { Link } from 'react-router';
import { LinkSent } from '../../features/users/link-sent.tsx';
import '../../features/account/account.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { api, fieldProblem } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import '../../ui/lists.css';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function CreateTenant() {
  useTitle('Add organization');
  const [name, setName] = useState('');
  const [administrator, setAdministrator] = useState('');
  const [status, setStatus] = useState('SALES_TRIAL');
  const [demo, setDemo] = useState(false);
  const [made, setMade] = useState<ResponseOf<'POST /tenants'> | null>(null);
  const { busy, problem, submit, reset } = useSubmit(async () => {
    const businessStatus = BUSINESS_STATUSES.find((one) => one === status) ?? 'SALES_TRIAL';
    const body = { name, administrator, businessStatus, demo };
    setMade(await withReauthentication(() => api('POST /tenants', { body })));
  });
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
  const named = ['name', 'administrator', 'demo'];
  return (
    <div className="wide">
      <h1>Add organization</h1>
      <Form className="card section" dirty={name !== ''} onSubmit={() => void submit()}>
        <TextInput
          label="Name"
          value={name}
          error={name !== '' && !checked.ok ? checked.message : fieldProblem(problem, 'name')}
          onChange={(event) => {
            setName(event.currentTarget.value);
            reset();
          }}
          required
          autoFocus
        />
        <TextInput
          label="E-mail of its first administrator"
          type="email"
          autoComplete="off"
          value={administrator}
          error={fieldProblem(problem, 'administrator')}
          onChange={(event) => {
            setAdministrator(event.currentTarget.value);
            reset();
          }}
          required
        />
        <NativeSelect
          label="Business status"
          value={status}
          data={BUSINESS_STATUSES.map((value) => ({ value, label: BUSINESS_STATUS_LABELS[value] }))}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <Checkbox
          label="For demonstration"
          description="At most four organizations can be for demonstration."
          checked={demo}
          error={fieldProblem(problem, 'demo')}
          onChange={(event) => {
            setDemo(event.currentTarget.checked);
            reset();
          }}
        />
        <FormProblem problem={problem} fields={named} />
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
