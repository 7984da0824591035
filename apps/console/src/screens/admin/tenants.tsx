/** /admin/tenants: all organizations of this installation. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { SentLinkOut, TenantOut } from '@picket/contracts';
import { BUSINESS_STATUS_LABELS, BUSINESS_STATUSES, type BusinessStatus } from '@picket/domain';
import { useState } from 'react';
import { Link } from 'react-router';
import { LinkSent } from '../../features/users/link-sent.tsx';
import '../../features/account/account.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { api, fieldProblem, problemText } from '../../lib/api.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useSubmit } from '../../lib/use-submit.ts';
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
                  {counted(tenant.locations, 'location')} · {counted(tenant.sentries, 'sentry', 'sentries')} ·{' '}
                  {counted(tenant.users, 'user')}
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

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const isStatus = (text: string): text is BusinessStatus => BUSINESS_STATUSES.some((status) => status === text);

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
  const [name, setName] = useState(tenant.name);
  const [businessStatus, setStatus] = useState(tenant.businessStatus);
  const [demo, setDemo] = useState(tenant.demo);
  const [suspended, setSuspended] = useState(tenant.suspended);
  const [administrator, setAdministrator] = useState('');
  const [sent, setSent] = useState<SentLinkOut | null>(null);
  const [leaving, setLeaving] = useState(false);
  const save = useSubmit(async () => {
    await withReauthentication(() =>
      api('PATCH /tenants/{guid}', {
        params,
        headers: { 'if-unmodified-since': tenant.last_update_ts },
        body: { name, businessStatus, demo, ...(tenant.isAdminTenant ? {} : { suspended }) },
      }),
    );
    await onChanged();
    showToast('Saved', name);
    onClose();
  });
  const invite = useSubmit(async () => {
    setSent(await withReauthentication(() => api('POST /tenants/{guid}/invite', { params, body: { administrator } })));
    await onChanged();
  });
  const shown = ['name', 'demo', 'suspended'];
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
        <TextInput
          label="Name"
          value={name}
          error={fieldProblem(save.problem, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
          required
        />
        <NativeSelect
          label="Business status"
          value={businessStatus}
          data={BUSINESS_STATUSES.map((value) => ({ value, label: BUSINESS_STATUS_LABELS[value] }))}
          onChange={({ currentTarget: { value } }) => isStatus(value) && setStatus(value)}
        />
        <Checkbox
          label="For demonstration"
          checked={demo}
          error={fieldProblem(save.problem, 'demo')}
          onChange={(event) => setDemo(event.currentTarget.checked)}
        />
        {!tenant.isAdminTenant && (
          <Checkbox
            label="Suspended"
            description="Its users cannot sign in and reports of its sentries are rejected. Nothing is deleted."
            checked={suspended}
            error={fieldProblem(save.problem, 'suspended')}
            onChange={(event) => setSuspended(event.currentTarget.checked)}
          />
        )}
        <FormProblem problem={save.problem} fields={shown} />
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
          value={administrator}
          error={fieldProblem(invite.problem, 'administrator')}
          onChange={(event) => setAdministrator(event.currentTarget.value)}
          required
        />
        <FormProblem problem={invite.problem} fields={['administrator']} />
        {sent !== null && <LinkSent sent={sent} to={administrator} />}
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
            <Button variant="default" onClick={() => setLeaving(true)}>
              Delete {tenant.name}
            </Button>
          </div>
        </div>
      )}
      {leaving && (
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
          onClose={() => setLeaving(false)}
        />
      )}
    </Dialog>
  );
}
