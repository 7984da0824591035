/** /profile/notifications and /welcome/notifications: the notification settings and channels of the user. */
import { NativeSelect } from '@mantine/core';
import type { DestinationOut, NotificationSettingsOut } from '@picket/contracts/types';
import { DEVICE_SYSTEMS, FORM_CHANNELS } from '@picket/domain/channels';
import { useLocation, useNavigate } from 'react-router';
import { AddDestination, type NewDestination } from '../../features/notifications/add-destination.tsx';
import { DestinationList } from '../../features/notifications/destination-list.tsx';
import { EnablePush } from '../../features/notifications/enable-push.tsx';
import { NotificationPreview } from '../../features/notifications/notification-preview.tsx';
import { PreferencesForm } from '../../features/notifications/preferences-form.tsx';
import { setProfile, useProfile } from '../../features/session/use-session.ts';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

const KEY = 'GET /users/my-profile/notifications';
const SYSTEM_WORDS = { android: 'Android', ios: 'iPhone or iPad' } as const;

export default function MyNotifications() {
  const isWelcome = useLocation().pathname.startsWith('/welcome');
  useTitle(isWelcome ? 'Welcome' : 'Notifications');
  const settings = useApi(KEY, {}, { revalidateOnFocus: false });
  const locations = useApi('GET /locations', { query: { limit: 500 } }, { revalidateOnFocus: false });
  const policies = useApi('GET /policies', { query: { limit: 500 } }, { revalidateOnFocus: false });
  const failed = settings.error ?? locations.error ?? policies.error;
  if (settings.data && locations.data && policies.data)
    return (
      <Page
        settings={settings.data}
        locations={locations.data.items}
        policies={policies.data.items}
        isWelcome={isWelcome}
      />
    );
  if (failed)
    return (
      <Problem
        isPage
        title="Your notification settings could not be loaded"
        text={problemText(failed)}
        onRetry={() => void Promise.all([settings.mutate(), locations.mutate(), policies.mutate()])}
      />
    );
  return <div className="skeleton wide" style={{ height: 520 }} aria-hidden="true" />;
}

interface PageProps {
  readonly settings: NotificationSettingsOut;
  readonly locations: Parameters<typeof NotificationPreview>[0]['locations'];
  readonly policies: Parameters<typeof NotificationPreview>[0]['policies'];
  readonly isWelcome: boolean;
}

function Page({ settings, locations, policies, isWelcome }: PageProps) {
  const profile = useProfile();
  const navigate = useNavigate();
  const { destinations, mail, pushKey } = settings;
  const add = async (body: NewDestination): Promise<void> => {
    const made = await api('POST /users/my-profile/destinations', { body });
    await refresh(KEY);
    showToast('Added', `Send a test to ${made.name} to check that it works.`);
  };
  const test = async (one: DestinationOut) => {
    const result = await api('POST /users/my-profile/destinations/{guid}/test', { params: { guid: one.guid } });
    await refresh(KEY);
    return result;
  };
  const channels = [...new Set(destinations.map(({ kind }) => kind))];
  const addableChannels = FORM_CHANNELS.filter((kind) => settings.channels.includes(kind));
  return (
    <div className="wide">
      <div>
        <h1>{isWelcome ? 'How should Picket reach you?' : 'Notifications'}</h1>
        <p className="muted">
          {isWelcome
            ? 'These are the default notifications. You can change them at any time under Profile, Notifications.'
            : 'Choose which alerts you are notified of, on which channel and when. If you are notified of an alert, you are also notified when it is cleared.'}
        </p>
      </div>
      <section className="card section" aria-label="Your channels">
        <h2>Your channels</h2>
        <DestinationList
          destinations={destinations}
          mail={mail}
          onTest={test}
          onRemove={async (one) => {
            await api('DELETE /users/my-profile/destinations/{guid}', { params: { guid: one.guid } });
            await refresh(KEY);
          }}
        />
        {!mail && destinations.length === 1 && (
          <p className="problem-text" role="note">
            No mail server is configured, so no notification can reach you yet. Add push or ntfy.
          </p>
        )}
        <EnablePush pushKey={pushKey} onAdd={add} />
        <NativeSelect
          label="Your phone"
          data={[
            { value: '', label: 'Not set' },
            ...DEVICE_SYSTEMS.map((system) => ({ value: system, label: SYSTEM_WORDS[system] })),
          ]}
          value={profile.deviceOs ?? ''}
          onChange={(event) => {
            const deviceOs = DEVICE_SYSTEMS.find((one) => one === event.currentTarget.value) ?? null;
            api('PATCH /users/my-profile', { body: { deviceOs } }).then(setProfile).catch(showErrorToast);
          }}
          description={PHONE_HELP[profile.deviceOs ?? '']}
          inputWrapperOrder={['label', 'input', 'description']}
        />
      </section>
      {!isWelcome && <AddDestination kinds={addableChannels} onAdd={add} />}
      <PreferencesForm
        key={JSON.stringify(settings.preferences)}
        saved={settings.preferences}
        channels={channels}
        locations={locations}
        isPerson
        action={isWelcome ? 'Continue' : 'Save'}
        allowUnchanged={isWelcome}
        onSave={async (preferences) => {
          await api('PUT /users/my-profile/notifications', { body: { preferences } });
          await setProfile(await api('GET /users/my-profile', {}));
          if (isWelcome) navigate('/locations');
          else {
            showToast('Saved', 'The settings apply from now on, also to suppressed notifications.');
            await refresh(KEY);
          }
        }}
      />
      {!isWelcome && <NotificationPreview locations={locations} policies={policies} />}
    </div>
  );
}

const PHONE_HELP: Readonly<Record<string, string>> = {
  '': '',
  android: 'Open Picket in the phone’s browser, install it from the menu, and press “Push to this browser” there.',
  ios: 'Open Picket in Safari, add it to the Home Screen, open it there, and press “Push to this browser”.',
};
