/** /admin/tenants: all organizations of this installation. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { SentLinkOut, TenantOut } from '@picket/contracts/types';
import { BUSINESS_STATUS_LABELS, BUSINESS_STATUSES } from '@picket/domain/tenants';
import { useState } from 'react';
import { Link } from 'react-router';
import { LinkSent } from '../../features/users/link-sent.tsx';
import { plural } from '../../lib/plural.ts';
import '../../features/account/account.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { api, problemText } from '../../lib/api.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import '../../ui/lists.css';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Tenants() {
  useTitle('Organizations');
  const pages = usePages('GET /tenants', { query: { limit: 100 } });
  const [edited, setEdited] = useState<TenantOut | null>(null);
  return (
    <div className="stack">
      <div className="row">
        <h1>Organizations</h1>
        <span className="grow" />
        <Button component={Link} to="/admin/create-tenant">
          Add organization
        </Button>
      </div>
      {pages.error && (
        <Problem
          title="The organizations could not be loaded"
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {!pages.items && !pages.error && <div className="skeleton" style={{ height: 240 }} aria-hidden="true" />}
      {pages.items && (
        <ul className="card list">
          {pages.items.map((tenant) => (
            <li key={tenant.guid}>
              <div className="main">
                <strong>{tenant.name}</strong>
                <span className="small muted num">
                  {plural(tenant.locations, 'location')} · {plural(tenant.sentries, 'sentry', 'sentries')} ·{' '}
                  {plural(tenant.users, 'user')}
                </span>
              </div>
              <div className="side">
                {tenant.isAdminTenant && <span className="tag good">Admin tenant</span>}
                {tenant.demo && <span className="tag">Demo</span>}
                {tenant.suspended && <span className="tag caution">Suspended</span>}
                <span className="tag">{BUSINESS_STATUS_LABELS[tenant.businessStatus]}</span>
                <Button variant="default" onClick={() => setEdited(tenant)} aria-label={`Edit ${tenant.name}`}>
                  Edit
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
      {edited !== null && <EditTenant tenant={edited} onChanged={pages.reload} onClose={() => setEdited(null)} />}
    </div>
  );
}

function EditTenant({
  tenant,
  onChanged,
  onClose,
}: {
  readonly tenant: TenantOut;
  /** Awaited before the dialog closes, so that the list is current when it is opened again. */
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const params = { guid: tenant.guid };
  const [sent, setSent] = useState<SentLinkOut | null>(null);
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  const { name, businessStatus, demo, suspended: isSuspended } = tenant;
  const save = useApiForm({ name, businessStatus, demo, suspended: isSuspended }, async ({ suspended, ...values }) => {
    await withReauthentication(() =>
      api('PATCH /tenants/{guid}', {
        params,
        headers: { 'if-unmodified-since': tenant.last_update_ts },
        body: { ...values, ...(tenant.isAdminTenant ? {} : { suspended }) },
      }),
    );
    await onChanged();
    showToast('Saved', values.name);
    onClose();
  });
  const invite = useApiForm({ administrator: '' }, async (body) => {
    setSent(await withReauthentication(() => api('POST /tenants/{guid}/invite', { params, body })));
    await onChanged();
  });
  return (
    <Dialog title={tenant.name} onClose={onClose}>
      <form
        className="form"
        aria-label="Organization"
        onSubmit={(event) => {
          event.preventDefault();
          void save.submit();
        }}
      >
        <TextInput label="Name" {...save.form.getInputProps('name')} required />
        <NativeSelect
          label="Business status"
          data={BUSINESS_STATUSES.map((value) => ({ value, label: BUSINESS_STATUS_LABELS[value] }))}
          {...save.form.getInputProps('businessStatus')}
        />
        <Checkbox label="For demonstration" {...save.form.getInputProps('demo', { type: 'checkbox' })} />
        {!tenant.isAdminTenant && (
          <Checkbox
            label="Suspended"
            description="Its users cannot sign in and reports of its sentries are rejected. Nothing is deleted."
            {...save.form.getInputProps('suspended', { type: 'checkbox' })}
          />
        )}
        <FormProblem problem={save.problem} fields={Object.keys(save.form.values)} />
        <div className="row">
          <Button type="submit" loading={save.busy}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </form>
      <form
        className="form"
        aria-label="Invite an administrator"
        onSubmit={(event) => {
          event.preventDefault();
          void invite.submit();
        }}
      >
        <TextInput
          label="Invite another administrator"
          type="email"
          autoComplete="off"
          placeholder="E-mail"
          {...invite.form.getInputProps('administrator')}
          required
        />
        <FormProblem problem={invite.problem} fields={['administrator']} />
        {sent !== null && <LinkSent sent={sent} to={invite.form.values.administrator} />}
        <div>
          <Button type="submit" variant="default" loading={invite.busy}>
            Invite
          </Button>
        </div>
      </form>
      <div className="stack-tight">
        <p className="small muted">Servers in private networks that its notifications can be sent to.</p>
        <div>
          <Button variant="default" component={Link} to={`/admin/tenants/${tenant.guid}/outbound`}>
            Private hosts
          </Button>
        </div>
      </div>
      {tenant.suspended && !tenant.isAdminTenant && (
        <div className="stack-tight">
          <p className="small muted">
            Deletes all its data permanently: users, locations, readings, alerts. The audit log records the deletion.
          </p>
          <div>
            <Button variant="default" onClick={() => setIsConfirmingDelete(true)}>
              Delete {tenant.name}
            </Button>
          </div>
        </div>
      )}
      {isConfirmingDelete && (
        <TypedConfirmation
          title={`Delete ${tenant.name}?`}
          text="All its data is deleted permanently. Earlier backups still contain it."
          name={tenant.name}
          action="Delete organization"
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /tenants/{guid}', { params }));
            await onChanged();
            showToast('Deleted', tenant.name);
            onClose();
          }}
          onClose={() => setIsConfirmingDelete(false)}
        />
      )}
    </Dialog>
  );
}
