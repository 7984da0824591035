/** /admin/users/:id/notifications: the notification settings of a user, edited by an administrator. */
import { useParams } from 'react-router';
import { DestinationList } from '../../features/notifications/destination-list.tsx';
import { PreferencesForm } from '../../features/notifications/preferences-form.tsx';
import { usableChannels } from '../../features/notifications/usable-channels.ts';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function UserNotifications() {
  const { id = '' } = useParams();
  const params = { guid: id };
  const user = useApi('GET /users/{guid}', { params });
  const settings = useApi('GET /users/{guid}/notifications', { params }, { revalidateOnFocus: false });
  const locations = useApi('GET /locations', { query: { limit: 500 } }, { revalidateOnFocus: false });
  const name = user.data?.displayName ?? user.data?.email ?? 'User';
  useTitle(`${name}, notifications`);
  const failed = user.error ?? settings.error ?? locations.error;
  if (user.data && settings.data && locations.data) {
    const { destinations, preferences, isDefault, mail } = settings.data;
    return (
      <div className="wide">
        <div>
          <h1>Notifications of {name}</h1>
          <p className="muted">{isDefault ? 'These are the defaults.' : 'Chosen by the user or an administrator.'}</p>
        </div>
        <section className="card section" aria-label="Channels">
          <h2>Channels</h2>
          <DestinationList destinations={destinations} mail={mail} />
          <p className="small muted">Only the user can add a browser or phone, or send a test.</p>
        </section>
        <PreferencesForm
          key={JSON.stringify(preferences)}
          saved={preferences}
          channels={usableChannels(settings.data)}
          locations={locations.data.items}
          isPerson
          title={`${name} is notified of`}
          action="Save"
          onSave={async (chosen) => {
            await api('PUT /users/{guid}/notifications', { params, body: { preferences: chosen } });
            showToast('Saved', `${name} is notified accordingly from now on.`);
            await refresh('GET /users/{guid}/notifications');
          }}
        />
      </div>
    );
  }
  if (failed)
    return (
      <Problem
        isPage
        title={failed.status === 404 ? 'User not found' : 'Their notification settings could not be loaded'}
        text={failed.status === 404 ? 'The account may have been deleted.' : problemText(failed)}
        onRetry={() => void Promise.all([user.mutate(), settings.mutate(), locations.mutate()])}
      />
    );
  return <div className="skeleton wide" style={{ height: 520 }} aria-hidden="true" />;
}
