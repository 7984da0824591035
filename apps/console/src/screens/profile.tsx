/** /profile: name, units, theme. */
import { Button, SegmentedControl, TextInput, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { keepProfile, useProfile } from '../features/session/use-session.ts';
import { api, fieldProblem, problemText } from '../lib/api.ts';
import { toast, toastProblem } from '../ui/toasts.ts';
import { useTitle } from '../ui/use-title.ts';

type Theme = 'auto' | 'light' | 'dark';

export default function Profile() {
  useTitle('Profile');
  const profile = useProfile();
  const { setColorScheme } = useMantineColorScheme();
  const [displayName, setDisplayName] = useState(profile.displayName ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  const change = async (preferences: { useCelsius?: boolean; theme?: Theme }): Promise<void> => {
    try {
      await keepProfile(await api('PATCH /users/my-profile', { body: { preferences } }));
    } catch (error) {
      toastProblem(error);
    }
  };
  const saveName = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await keepProfile(await api('PATCH /users/my-profile', { body: { displayName } }));
      toast('Saved', `You are shown as ${displayName}.`);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="narrow">
      <h1>Profile</h1>
      <p className="muted">
        {profile.email} · {profile.tenant.name}
      </p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void saveName();
        }}
      >
        <TextInput
          label="Your name"
          maxLength={128}
          value={displayName}
          error={problem === null ? undefined : (fieldProblem(problem, 'displayName') ?? problemText(problem))}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={displayName.trim() === '' || displayName === profile.displayName}
          >
            Save name
          </Button>
        </div>
      </form>
      <section className="form" aria-label="Temperature">
        <h2>Temperature</h2>
        <SegmentedControl
          aria-label="Temperature unit"
          value={profile.preferences.useCelsius ? 'celsius' : 'fahrenheit'}
          data={[
            { value: 'fahrenheit', label: 'Fahrenheit' },
            { value: 'celsius', label: 'Celsius' },
          ]}
          onChange={(unit) => void change({ useCelsius: unit === 'celsius' })}
        />
      </section>
      <section className="form" aria-label="Theme">
        <h2>Theme</h2>
        <SegmentedControl
          aria-label="Theme"
          value={profile.preferences.theme}
          data={[
            { value: 'auto', label: 'As the device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={(value) => {
            const theme: Theme = value === 'dark' || value === 'light' ? value : 'auto';
            setColorScheme(theme);
            void change({ theme });
          }}
        />
      </section>
    </div>
  );
}
