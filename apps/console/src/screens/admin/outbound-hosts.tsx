/** /admin/tenants/:id/outbound: private hosts that an organization’s destinations may connect to. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import type { OutboundDestinationOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useParams } from 'react-router';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { api, fieldProblem, problemText, refresh, useApi } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Form } from '../../ui/form.tsx';
import '../../ui/lists.css';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

const KEY = 'GET /tenants/{guid}/outbound-destinations';

const usersOf = (forEveryone: boolean): string =>
  forEveryone ? 'Everybody, for their own channels too' : 'Administrators only';

export default function OutboundHosts() {
  const { id = '' } = useParams();
  const params = { guid: id };
  const tenant = useApi('GET /tenants/{guid}', { params }, { revalidateOnFocus: false });
  const hosts = useApi(KEY, { params });
  const now = useNow();
  const [removed, setRemoved] = useState<OutboundDestinationOut | null>(null);
  const name = tenant.data?.name ?? 'Organization';
  useTitle(`${name}, private hosts`);
  const failed = tenant.error ?? hosts.error;
  if (failed && !(tenant.data && hosts.data))
    return (
      <Problem
        isPage
        title={failed.status === 404 ? 'There is no such organization' : 'The hosts could not be loaded'}
        text={failed.status === 404 ? 'It may have been deleted.' : problemText(failed)}
        onRetry={() => void Promise.all([tenant.mutate(), hosts.mutate()])}
      />
    );
  if (!tenant.data || !hosts.data) return <div className="skeleton wide" style={{ height: 480 }} aria-hidden="true" />;
  const { items, installation } = hosts.data;
  return (
    <div className="wide">
      <div>
        <h1>Private hosts for {name}</h1>
        <p className="muted">
          Notifications go to the internet over https. To reach a server in a private network, such as your own ntfy,
          allow its host and port here. Picket never shows the response of a private host, only whether it accepted the
          message.
        </p>
      </div>
      <section className="card section" aria-label="Allowed for this organization">
        <h2>Allowed for this organization</h2>
        {items.length === 0 ? (
          <p className="muted">None.</p>
        ) : (
          <ul className="list inner">
            {items.map((one) => (
              <li key={one.guid}>
                <div className="main">
                  <strong>{one.address}</strong>
                  <span className="small muted">
                    {usersOf(one.forEveryone)} · by {one.createdBy}, {formatAgo(one.createdAt, now)}
                  </span>
                </div>
                <Button variant="default" onClick={() => setRemoved(one)} aria-label={`Remove ${one.address}`}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <AddHost
        onAdd={async (body) => {
          await withReauthentication(() => api('POST /tenants/{guid}/outbound-destinations', { params, body }));
          await refresh(KEY);
          showToast('Allowed', body.address);
        }}
      />
      {installation.length > 0 && (
        <section className="card section" aria-label="Allowed for every organization">
          <h2>Allowed for every organization</h2>
          <p className="small muted">Set by the operator in PICKET_OUTBOUND_ALLOWED.</p>
          <ul className="list inner">
            {installation.map(({ address, forEveryone }) => (
              <li key={address}>
                <div className="main">
                  <strong>{address}</strong>
                  <span className="small muted">{usersOf(forEveryone)}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {removed !== null && (
        <Confirmation
          title={`Remove ${removed.address}?`}
          action="Remove"
          reload={() => hosts.mutate()}
          onConfirm={async () => {
            const guids = { guid: id, destination: removed.guid };
            await withReauthentication(() =>
              api('DELETE /tenants/{guid}/outbound-destinations/{destination}', { params: guids }),
            );
            await refresh(KEY);
          }}
          onClose={() => setRemoved(null)}
        >
          <p>Channels with this address are kept, but nothing is delivered to them any more.</p>
        </Confirmation>
      )}
    </div>
  );
}

interface AddHostProps {
  readonly onAdd: (body: { readonly address: string; readonly forEveryone: boolean }) => Promise<void>;
}

function AddHost({ onAdd }: AddHostProps) {
  const [address, setAddress] = useState('');
  const [forEveryone, setForEveryone] = useState(false);
  const { busy, problem, submit, reset } = useSubmit(async () => {
    await onAdd({ address, forEveryone });
    setAddress('');
    setForEveryone(false);
  });
  return (
    <Form className="card section" label="Allow a host" dirty={address !== ''} onSubmit={() => void submit()}>
      <h2>Allow a host</h2>
      <TextInput
        label="Host and port"
        placeholder="ntfy:80"
        description="Exactly as they stand in the address of the channel"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        value={address}
        error={fieldProblem(problem, 'address')}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          reset();
        }}
        required
      />
      <Checkbox
        label="For everybody in the organization"
        description="They may use it for their own channels. Otherwise only administrators may."
        checked={forEveryone}
        onChange={(event) => setForEveryone(event.currentTarget.checked)}
      />
      <FormProblem problem={problem} fields={['address']} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          Allow
        </Button>
      </div>
    </Form>
  );
}
