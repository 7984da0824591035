/** /admin/create-user and /admin/create-user/:type: an invitation; the path can preselect the role. */
import { Button, TextInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { Permission } from '@picket/domain/permissions';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { LinkSent } from '../../features/users/link-sent.tsx';
import { RoleMatrix } from '../../features/users/role-matrix.tsx';
import { useLocationNames } from '../../features/users/use-location-names.ts';
import '../../features/account/account.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { api, refresh } from '../../lib/api.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import '../../ui/lists.css';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

const PRESETS: Readonly<Record<string, readonly Permission[]>> = {
  admin: [{ role: 'ADMIN' }],
  viewer: [{ role: 'VIEWER' }],
  metrics: [{ role: 'METRICS' }],
};

export default function CreateUser() {
  useTitle('Invite user');
  const { type = '' } = useParams();
  const preset = PRESETS[type] ?? [];
  const [permissions, setPermissions] = useState(preset);
  const [invited, setInvited] = useState<ResponseOf<'POST /users'> | null>(null);
  const { isWaiting } = useLocationNames();
  const { form, busy, problem, submit } = useApiForm({ email: '', displayName: '' }, async ({ email, displayName }) => {
    const body = { email, permissions: [...permissions], ...(displayName === '' ? {} : { displayName }) };
    setInvited(await withReauthentication(() => api('POST /users', { body })));
    void refresh('GET /users');
  });

  if (isWaiting) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  if (invited !== null)
    return (
      <div className="wide">
        <h1>{invited.user.displayName ?? invited.user.email} is invited</h1>
        <LinkSent sent={invited.invitation} to={invited.user.email} />
        <div className="row">
          <Button component={Link} to={`/admin/users/${invited.user.guid}`}>
            Open user
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setInvited(null);
              form.reset();
            }}
          >
            Invite another user
          </Button>
        </div>
      </div>
    );
  return (
    <div className="wide">
      <h1>Invite user</h1>
      <Form className="card section" dirty={form.values.email !== ''} onSubmit={() => void submit()}>
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps('email')} required autoFocus />
        <TextInput
          label="Name"
          description="Optional; they can change it."
          autoComplete="off"
          maxLength={128}
          {...form.getInputProps('displayName')}
        />
        <RoleMatrix value={permissions} onChange={setPermissions} />
        <FormProblem problem={problem} fields={Object.keys(form.values)} />
        <div className="row">
          <Button type="submit" loading={busy} disabled={permissions.length === 0}>
            Invite
          </Button>
          <Button variant="default" component={Link} to="/admin/users">
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}
