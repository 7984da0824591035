/** /admin/notifications: organization channels, escalation, failed messages, notification preview. */
import { EscalationEditor } from '../../features/notifications/escalation-editor.tsx';
import { MessageList } from '../../features/notifications/message-list.tsx';
import { NotificationPreview } from '../../features/notifications/notification-preview.tsx';
import { TenantChannels } from '../../features/notifications/tenant-channels.tsx';
import {
  refreshNotificationRules,
  saveNotificationRules,
  type TenantNotifications,
  useTenantNotifications,
} from '../../features/notifications/use-tenant-notifications.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function AdminNotifications() {
  const t = useText();
  useTitle(t('notifications.title'));
  const { data, error, reload, reloadMessages } = useTenantNotifications();
  if (error !== undefined)
    return (
      <Problem
        isPage
        title={t('notifications.loadOfTenantFailed')}
        text={problemText(error)}
        onRetry={() => void reload()}
      />
    );
  if (data === undefined) return <div className="skeleton wide" style={{ height: 620 }} aria-hidden="true" />;
  return <Settings data={data} onMessages={() => void reloadMessages()} />;
}

function Settings({ data, onMessages }: { readonly data: TenantNotifications; readonly onMessages: () => void }) {
  const t = useText();
  const { destinations, locations, users, failed, recent } = data;
  const { isDefault: _isDefault, last_update_ts, ...saved } = data.rules;
  return (
    <>
      <div>
        <h1>{t('notifications.title')}</h1>
        <p className="muted">{t('notifications.textOfTenant')}</p>
      </div>
      <TwoColumns
        first={
          <>
            {failed.length > 0 && (
              <section className="card section" aria-label={t('notifications.failedMessages')}>
                <h2>{t('notifications.failedMessages')}</h2>
                <MessageList messages={failed} onChanged={onMessages} />
              </section>
            )}
            <TenantChannels destinations={destinations} locations={locations} />
            <section className="card section" aria-label={t('notifications.latestMessages')}>
              <h2>{t('notifications.latestMessages')}</h2>
              {recent.length === 0 ? (
                <p className="muted">{t('notifications.noMessages')}</p>
              ) : (
                <MessageList messages={recent} onChanged={onMessages} />
              )}
            </section>
          </>
        }
        second={
          <>
            <EscalationEditor
              saved={saved}
              version={last_update_ts}
              reload={refreshNotificationRules}
              people={users.map(({ guid, displayName, email }) => ({ guid, name: displayName ?? email }))}
              destinations={destinations}
              locations={locations}
              onSave={async (rules, headers) => {
                await saveNotificationRules(rules, headers);
                showToast(t('common.saved'), t('notifications.savedRules'));
              }}
            />
            <NotificationPreview locations={locations} />
          </>
        }
      />
    </>
  );
}
