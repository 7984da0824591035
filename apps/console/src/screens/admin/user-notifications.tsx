/** /admin/users/:id/notifications: the notification settings of a user, edited by an administrator. */
import { useParams } from 'react-router';
import { DestinationList } from '../../features/notifications/destination-list.tsx';
import { PreferencesForm } from '../../features/notifications/preferences-form.tsx';
import { usableChannels } from '../../features/notifications/usable-channels.ts';
import {
  refreshUserNotifications,
  saveUserPreferences,
  type UserNotifications,
  useUserNotifications,
} from '../../features/notifications/use-user-notifications.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function UserNotificationsScreen() {
  const { id = '' } = useParams();
  const t = useText();
  const { data, error, reload } = useUserNotifications(id);
  const name = data?.user.displayName ?? data?.user.email ?? t('notifications.userFallback');
  useTitle(t('notifications.pageTitleOf', { name }));
  if (data !== undefined) return <Settings {...data} name={name} />;
  if (error === undefined) return <div className="skeleton wide" style={{ height: 520 }} aria-hidden="true" />;
  const isMissing = error.status === 404;
  return (
    <Problem
      isPage
      title={isMissing ? t('notifications.userNotFound') : t('notifications.loadOfUserFailed')}
      text={isMissing ? t('notifications.userNotFoundText') : problemText(error)}
      onRetry={() => void reload()}
    />
  );
}

function Settings({ user, settings, locations, name }: UserNotifications & { readonly name: string }) {
  const t = useText();
  const { destinations, preferences, isDefault, mail, last_update_ts } = settings;
  return (
    <div className="wide">
      <div>
        <h1>{t('notifications.titleOf', { name })}</h1>
        <p className="muted">{isDefault ? t('notifications.defaults') : t('notifications.chosen')}</p>
      </div>
      <section className="card section" aria-label={t('notifications.channels')}>
        <h2>{t('notifications.channels')}</h2>
        <DestinationList destinations={destinations} mail={mail} />
        <p className="small muted">{t('notifications.onlyTheUser')}</p>
      </section>
      <PreferencesForm
        key={user.guid}
        saved={preferences}
        version={last_update_ts}
        reload={refreshUserNotifications}
        channels={usableChannels(settings)}
        locations={locations}
        isPerson
        title={t('notifications.isNotifiedOf', { name })}
        action={t('common.save')}
        onSave={async (chosen, headers) => {
          await saveUserPreferences(user.guid, chosen, headers);
          showToast(t('common.saved'), t('notifications.savedOf', { name }));
        }}
      />
    </div>
  );
}
