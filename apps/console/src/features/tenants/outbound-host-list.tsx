/** Private hosts that an organization's destinations may connect to. */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { OutboundDestinationOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { withReauthentication } from '../session/index.ts';
import { refreshOutboundHosts } from './use-tenants.ts';

interface Props {
  /** Of the organization. */
  readonly guid: string;
  readonly hosts: readonly OutboundDestinationOut[];
}

/** Those an administrator of the installation has allowed. */
export function OutboundHostList({ guid, hosts }: Props) {
  const t = useText();
  const [removed, setRemoved] = useState<OutboundDestinationOut | null>(null);
  return (
    <section className="card section" aria-label={t('admin.hosts.allowed')}>
      <h2>{t('admin.hosts.allowed')}</h2>
      {hosts.length === 0 ? (
        <p className="muted">{t('admin.hosts.none')}</p>
      ) : (
        <ul className="list inner">
          {hosts.map((one) => (
            <HostLine key={one.guid} host={one} onRemove={() => setRemoved(one)} />
          ))}
        </ul>
      )}
      {removed !== null && (
        <Confirmation
          title={t('admin.hosts.removeQuestion', { address: removed.address })}
          action={t('common.remove')}
          reload={refreshOutboundHosts}
          onConfirm={async () => {
            const params = { guid, destination: removed.guid };
            await withReauthentication(() =>
              api('DELETE /tenants/{guid}/outbound-destinations/{destination}', { params }),
            );
            await refreshOutboundHosts();
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{t('admin.hosts.removeText')}</p>
        </Confirmation>
      )}
    </section>
  );
}

interface LineProps {
  readonly host: OutboundDestinationOut;
  readonly onRemove: () => void;
}

function HostLine({ host: { address, forEveryone, createdBy, createdAt }, onRemove }: LineProps) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const made = { person: createdBy, ago: formats.ago(createdAt, now) };
  return (
    <li>
      <div className="main">
        <strong>{address}</strong>
        <span className="small muted">
          {t(forEveryone ? 'admin.hosts.facts.everyone' : 'admin.hosts.facts.administrators', made)}
        </span>
      </div>
      <Button variant="default" onClick={onRemove} aria-label={t('admin.hosts.removeOne', { address })}>
        {t('common.remove')}
      </Button>
    </li>
  );
}

type InstallationHosts = ResponseOf<'GET /tenants/{guid}/outbound-destinations'>['installation'];

/** Those the operator has allowed for all organizations; nothing where there are none. */
export function InstallationHostList({ hosts }: { readonly hosts: InstallationHosts }) {
  const t = useText();
  if (hosts.length === 0) return null;
  return (
    <section className="card section" aria-label={t('admin.hosts.installation')}>
      <h2>{t('admin.hosts.installation')}</h2>
      <p className="small muted">{t('admin.hosts.installationText')}</p>
      <ul className="list inner">
        {hosts.map(({ address, forEveryone }) => (
          <li key={address}>
            <div className="main">
              <strong>{address}</strong>
              <span className="small muted">
                {t(forEveryone ? 'admin.hosts.users.everyone' : 'admin.hosts.users.administrators')}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
