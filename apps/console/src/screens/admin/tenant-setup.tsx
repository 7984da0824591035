/** /admin/setup: the organization's name, security, mail, API tokens. */
import { Button, Switch, TextInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { OwnTenantOut } from '@picket/contracts/types';
import { validateName } from '@picket/domain/names';
import { BUSINESS_STATUS_LABELS } from '@picket/domain/tenants';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiTokens } from '../../features/account/api-tokens.tsx';
import { plural } from '../../lib/plural.ts';
import '../../features/account/account.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { revalidateSession, useProfile } from '../../features/session/use-session.ts';
import { API_BASE, api, fieldProblem, problemText, refresh, useApi } from '../../lib/api.ts';
import { useHashScroll } from '../../lib/use-hash-scroll.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import '../../ui/lists.css';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function TenantSetup() {
  useTitle('Organization');
  const profile = useProfile();
  const tenant = useApi('GET /tenant', {});
  useHashScroll(tenant.data !== undefined);
  if (tenant.error)
    return (
      <Problem
        isPage
        title="The organization could not be loaded"
        text={problemText(tenant.error)}
        onRetry={() => void tenant.mutate()}
      />
    );
  if (!tenant.data) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  const { data } = tenant;
  return (
    <div className="wide">
      <div className="row">
        <h1>Organization</h1>
        {data.isAdminTenant && <span className="tag good">Admin tenant</span>}
        {data.demo && <span className="tag">Demo</span>}
        <span className="tag">{BUSINESS_STATUS_LABELS[data.businessStatus]}</span>
      </div>
      <Name key={data.name} tenant={data} />
      <Security tenant={data} />
      <Mail tenant={data} email={profile.email} />
      <div id="tokens">
        <ApiTokens held={profile.permissions} everyone />
      </div>
      <section className="card section" aria-label="All data">
        <h2>All data</h2>
        <p className="muted">
          Everything this organization has stored, without secrets: users, locations, policies, alerts and all readings,
          as one JSON object per line.
        </p>
        <div>
          <Button
            component="a"
            variant="default"
            href={`${API_BASE}/tenant/export`}
            download="picket-organization.ndjson"
          >
            Download
          </Button>
        </div>
      </section>
    </div>
  );
}

const changed = async (): Promise<void> => {
  await Promise.all([refresh('GET /tenant'), revalidateSession()]);
};

function Name({ tenant }: { readonly tenant: OwnTenantOut }) {
  const [name, setName] = useState(tenant.name);
  const checked = validateName(name);
  const isChanged = name !== tenant.name;
  const { busy, problem, submit, reset } = useSubmit(async () => {
    await withReauthentication(() => api('PATCH /tenant', { body: { name } }));
    showToast('Saved');
    await changed();
  });
  const text = fieldProblem(problem, 'name') ?? (problem === null ? undefined : problemText(problem));
  return (
    <Form className="card section" label="Name" dirty={isChanged} onSubmit={() => void submit()}>
      <TextInput
        label="Name"
        value={name}
        error={isChanged && !checked.ok ? checked.message : text}
        onChange={(event) => {
          setName(event.currentTarget.value);
          reset();
        }}
        required
      />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isChanged || !checked.ok}>
          Save name
        </Button>
      </div>
    </Form>
  );
}

function Security({ tenant }: { readonly tenant: OwnTenantOut }) {
  const { requireMfa, withoutMfa, users } = tenant;
  const change = async (next: boolean): Promise<void> => {
    try {
      await withReauthentication(() => api('PATCH /tenant', { body: { requireMfa: next } }));
      showToast('Saved', next ? 'Users without a second factor must set one up before they can do anything else.' : '');
      await changed();
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="card section" aria-label="Security">
      <h2>Security</h2>
      <Switch
        label="Require a second factor"
        description={`${users - withoutMfa} of ${plural(users, 'user has', 'users have')} one. The others must set one up before they can do anything else.`}
        checked={requireMfa}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </section>
  );
}

function Mail({ tenant, email }: { readonly tenant: OwnTenantOut; readonly email: string }) {
  const { mail } = tenant;
  const [result, setResult] = useState<ResponseOf<'POST /tenant/mail-test'> | null>(null);
  const { busy, problem, submit } = useSubmit(async () => {
    setResult(null);
    setResult(await api('POST /tenant/mail-test', {}));
    await refresh('GET /tenant');
  });
  return (
    <section className="card section" id="mail" aria-label="Mail">
      <h2>Mail</h2>
      {mail.configured ? (
        <p className="muted">
          Sent from {mail.from}. {mail.waiting} waiting, {mail.failed} failed.
        </p>
      ) : (
        <p className="muted">
          No mail server is set up, so invitations and reset links are shown to administrators instead.{' '}
          {tenant.isAdminTenant ? (
            <Link to="/admin/mail">Set up mail</Link>
          ) : (
            'The operator of this installation can set one up.'
          )}
        </p>
      )}
      {mail.lastProblem !== undefined && <p className="problem-text">Last error: {mail.lastProblem}</p>}
      <div role="status">
        {result?.delivered === true && (
          <p>
            <StateBadge state="ok" label="Delivered" /> to {result.to}: {result.answer}
          </p>
        )}
        {result?.delivered === false && (
          <p>
            <StateBadge state="critical" label="Not delivered" /> {result.answer}
          </p>
        )}
      </div>
      <FormProblem problem={problem} />
      {mail.configured && (
        <div>
          <Button variant="default" loading={busy} onClick={() => void submit()}>
            Send test to {email}
          </Button>
        </div>
      )}
    </section>
  );
}
