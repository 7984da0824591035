/** The channels of the organization: each with a test and its own preferences, and the form that adds one. */
import { Button } from '@mantine/core';
import type { DestinationOut } from '@picket/contracts/types';
import { FORM_CHANNELS, mayOwn } from '@picket/domain/channels';
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { goOrAsk } from '../../lib/unsaved-changes.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { hidden, strong } from '../../ui/rich-tags.tsx';
import { showToast } from '../../ui/toasts.ts';
import { AddDestination } from './add-destination.tsx';
import { DestinationList } from './destination-list.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import {
  addTenantDestination,
  confirmTenantArrival,
  refreshDestinations,
  removeTenantDestination,
  saveDestinationPreferences,
  type TenantNotifications,
  testTenantDestination,
} from './use-tenant-notifications.ts';

const TENANT_CHANNELS = FORM_CHANNELS.filter((kind) => mayOwn('tenant', kind));

type Props = Pick<TenantNotifications, 'destinations' | 'locations'>;

export function TenantChannels({ destinations, locations }: Props) {
  const t = useText();
  const [editing, setEditing] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const edit = (guid: string): void => {
    const go = (): void => setEditing(editing === guid ? null : guid);
    // Only the open form is lost by it.
    if (editing === null) go();
    else goOrAsk(go);
  };
  const edited = destinations.find(({ guid }) => guid === editing);
  return (
    <>
      <section className="card section" aria-label={t('notifications.tenantChannels')}>
        <h2>{t('notifications.tenantChannels')}</h2>
        {destinations.length === 0 ? (
          <p className="muted">{t('notifications.noTenantChannels')}</p>
        ) : (
          <DestinationList
            destinations={destinations}
            mail
            onTest={testTenantDestination}
            onArrival={confirmTenantArrival}
            onRemove={removeTenantDestination}
            more={({ guid, name }) => (
              <Button size="xs" variant="default" aria-expanded={editing === guid} onClick={() => edit(guid)}>
                {t.rich('notifications.edit', { name, hidden })}
              </Button>
            )}
          />
        )}
        {secret !== null && <Secret secret={secret} />}
      </section>
      {edited !== undefined && (
        <DestinationPreferences destination={edited} locations={locations} onSaved={() => setEditing(null)} />
      )}
      <AddDestination
        kinds={TENANT_CHANNELS}
        onAdd={async (destination) => setSecret(await addTenantDestination(destination))}
      />
    </>
  );
}

function Secret({ secret }: { readonly secret: string }) {
  const t = useText();
  return (
    <div role="status" className="stack-tight">
      <p>{t.rich('notifications.secret', { strong })}</p>
      <CopyLine label={t('notifications.copySecret')} text={secret} />
    </div>
  );
}

interface PreferencesProps extends Pick<Props, 'locations'> {
  readonly destination: DestinationOut;
  readonly onSaved: () => void;
}

function DestinationPreferences({ destination, locations, onSaved }: PreferencesProps) {
  const t = useText();
  const { guid, kind, name, preferences } = destination;
  if (preferences === undefined) return null;
  return (
    <PreferencesForm
      key={guid}
      saved={preferences}
      version={destination.last_update_ts}
      reload={refreshDestinations}
      channels={[kind]}
      locations={locations}
      isPerson={false}
      title={t('notifications.isNotifiedOf', { name })}
      action={t('common.save')}
      onSave={async (chosen, headers) => {
        await saveDestinationPreferences(destination, chosen, headers);
        showToast(t('common.saved'), t('notifications.savedOf', { name }));
        onSaved();
      }}
    />
  );
}
