/** /profile/notifications and /welcome/notifications: how the user is notified, and of what. */
import { useLocation, useNavigate } from 'react-router';
import { MessageExample } from '../../features/notifications/message-example.tsx';
import { MyChannels } from '../../features/notifications/my-channels.tsx';
import { NotificationPreview } from '../../features/notifications/notification-preview.tsx';
import { PreferencesForm } from '../../features/notifications/preferences-form.tsx';
import { usableChannels } from '../../features/notifications/usable-channels.ts';
import {
  type MyNotifications,
  refreshMyNotifications,
  saveMyPreferences,
  useMyNotifications,
} from '../../features/notifications/use-my-notifications.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';
import styles from './my-notifications.module.css';

export default function MyNotificationsScreen() {
  const t = useText();
  const isWelcome = useLocation().pathname.startsWith('/welcome');
  useTitle(isWelcome ? t('shell.page.welcome') : t('notifications.title'));
  const { data, error, reload } = useMyNotifications();
  return (
    <>
      <div>
        <h1>{isWelcome ? t('notifications.welcomeTitle') : t('notifications.title')}</h1>
        <p className="muted">{isWelcome ? t('notifications.welcomeText') : t('notifications.text')}</p>
      </div>
      {data !== undefined ? (
        <Settings {...data} isWelcome={isWelcome} />
      ) : error !== undefined ? (
        <Problem title={t('notifications.loadFailed')} text={problemText(error)} onRetry={() => void reload()} />
      ) : (
        <div className="skeleton" style={{ height: 520 }} aria-hidden="true" />
      )}
    </>
  );
}

function Settings({ settings, locations, isWelcome }: MyNotifications & { readonly isWelcome: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <div className={styles.columns}>
      <MyChannels settings={settings} />
      <div className="stack">
        <PreferencesForm
          saved={settings.preferences}
          version={settings.last_update_ts}
          reload={refreshMyNotifications}
          channels={usableChannels(settings)}
          locations={locations}
          isPerson
          action={isWelcome ? t('common.continue') : t('common.save')}
          allowUnchanged={isWelcome}
          onSave={async (preferences, headers) => {
            await saveMyPreferences(preferences, headers);
            if (isWelcome) navigate('/locations', { replace: true });
            else showToast(t('common.saved'), t('notifications.savedMine'));
          }}
        />
        {isWelcome ? <MessageExample /> : <NotificationPreview locations={locations} />}
      </div>
    </div>
  );
}
