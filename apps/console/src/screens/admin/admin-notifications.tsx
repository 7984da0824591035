/** /admin/notifications: organization channels, escalation, failed messages, notification preview. */
import { Button } from '@mantine/core';
import type { DestinationOut } from '@picket/contracts/types';
import { FORM_CHANNELS, mayOwn } from '@picket/domain/channels';
import { useState } from 'react';
import { AddDestination } from '../../features/notifications/add-destination.tsx';
import { DestinationList } from '../../features/notifications/destination-list.tsx';
import { EscalationEditor } from '../../features/notifications/escalation-editor.tsx';
import { MessageList } from '../../features/notifications/message-list.tsx';
import { NotificationPreview } from '../../features/notifications/notification-preview.tsx';
import { PreferencesForm } from '../../features/notifications/preferences-form.tsx';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

const TENANT_CHANNELS = FORM_CHANNELS.filter((kind) => mayOwn('tenant', kind));

export default function AdminNotifications() {
  useTitle('Notifications');
  const still = { revalidateOnFocus: false };
  const destinations = useApi('GET /destinations', { query: { limit: 500 } });
  const rules = useApi('GET /notification-rules', {}, still);
  const failed = useApi('GET /messages', { query: { state: 'FAILED', limit: 20 } });
  const recent = useApi('GET /messages', { query: { limit: 10 } });
  const locations = useApi('GET /locations', { query: { limit: 500 } }, still);
  const users = useApi('GET /users', { query: { limit: 500 } }, still);
  const [editing, setEditing] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const parts = [destinations, rules, failed, recent, locations, users];
  const problem = parts.find(({ data, error }) => data === undefined && error !== undefined);
  if (problem?.error !== undefined)
    return (
      <Problem
        isPage
        title="Notifications could not be loaded"
        text={problemText(problem.error)}
        onRetry={() => void Promise.all(parts.map(({ mutate }) => mutate()))}
      />
    );
  if (!destinations.data || !rules.data || !failed.data || !recent.data || !locations.data || !users.data)
    return <div className="skeleton wide" style={{ height: 620 }} aria-hidden="true" />;
  const { isDefault: _isDefault, ...saved } = rules.data;
  const edited = destinations.data.items.find(({ guid }) => guid === editing);
  const reloadMessages = (): void => {
    void failed.mutate();
    void recent.mutate();
  };
  return (
    <div className="wide">
      <div>
        <h1>Notifications</h1>
        <p className="muted">
          Each user chooses their own notifications. This page sets those of the whole organization.
        </p>
      </div>
      {failed.data.items.length > 0 && (
        <section className="card section" aria-label="Failed messages">
          <h2>Failed messages</h2>
          <MessageList messages={failed.data.items} onChanged={reloadMessages} />
        </section>
      )}
      <section className="card section" aria-label="Organization channels">
        <h2>Organization channels</h2>
        {destinations.data.items.length === 0 ? (
          <p className="muted">
            No channels yet. Add a chat channel of a team, an on-call phone, or a webhook that opens tickets.
          </p>
        ) : (
          <DestinationList
            destinations={destinations.data.items}
            mail
            onTest={async (one) => {
              const result = await api('POST /destinations/{guid}/test', { params: { guid: one.guid } });
              await refresh('GET /destinations');
              return result;
            }}
            onRemove={async (one) => {
              await api('DELETE /destinations/{guid}', { params: { guid: one.guid } });
              await refresh('GET /destinations');
            }}
            more={(one: DestinationOut) => (
              <Button
                size="xs"
                variant="default"
                aria-expanded={editing === one.guid}
                onClick={() => setEditing(editing === one.guid ? null : one.guid)}
              >
                Edit notifications<span className="visually-hidden">: {one.name}</span>
              </Button>
            )}
          />
        )}
        {secret !== null && (
          <div role="status" className="stack-tight">
            <p>
              <strong>The secret of the new webhook, shown once.</strong> The receiver verifies the signature of
              requests with it.
            </p>
            <CopyLine label="Copy the secret of the webhook" text={secret} />
          </div>
        )}
      </section>
      {edited?.preferences !== undefined && (
        <PreferencesForm
          key={edited.guid}
          saved={edited.preferences}
          channels={[edited.kind]}
          locations={locations.data.items}
          isPerson={false}
          title={`${edited.name} is notified of`}
          action="Save"
          onSave={async (preferences) => {
            await withReauthentication(() =>
              api('PATCH /destinations/{guid}', { params: { guid: edited.guid }, body: { preferences } }),
            );
            showToast('Saved', `${edited.name} is notified accordingly from now on.`);
            setEditing(null);
            await refresh('GET /destinations');
          }}
        />
      )}
      <AddDestination
        kinds={TENANT_CHANNELS}
        onAdd={async (body) => {
          const made = await withReauthentication(() => api('POST /destinations', { body }));
          setSecret(made?.secret ?? null);
          await refresh('GET /destinations');
        }}
      />
      <EscalationEditor
        key={JSON.stringify(saved)}
        saved={saved}
        people={users.data.items.map(({ guid, displayName, email }) => ({ guid, name: displayName ?? email }))}
        destinations={destinations.data.items}
        locations={locations.data.items}
        onSave={async (body) => {
          await api('PUT /notification-rules', { body });
          showToast('Saved', 'The rules apply to the notifications that come next.');
          await refresh('GET /notification-rules');
        }}
      />
      <NotificationPreview locations={locations.data.items} />
      <section className="card section" aria-label="Latest messages">
        <h2>Latest messages</h2>
        {recent.data.items.length === 0 ? (
          <p className="muted">No messages yet.</p>
        ) : (
          <MessageList messages={recent.data.items} onChanged={reloadMessages} />
        )}
      </section>
    </div>
  );
}
