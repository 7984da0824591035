/** /profile: name, units, theme. */
import { Button, SegmentedControl, TextInput, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetSession, keepProfile, useProfile } from '../features/session/use-session.ts';
import { api, fieldProblem, problemText } from '../lib/api.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { toast, toastProblem } from '../ui/toasts.ts';
import { useTitle } from '../ui/use-title.ts';

type Theme = 'auto' | 'light' | 'dark';

/** Irreversible, so the e-mail address is typed. */
function DeleteAccount({ email }: { readonly email: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { busy, problem, submit } = useSubmit(async () => {
    await api('DELETE /users/my-profile', {});
    navigate('/goodbye');
    await forgetSession();
  });
  return (
    <section className="form" aria-label="Delete account">
      <h2>Delete account</h2>
      <p className="muted">
        You are signed out everywhere at once. What you acknowledged and wrote stays, with your name.
      </p>
      <TextInput
        label={`Type ${email} to confirm`}
        autoComplete="off"
        value={typed}
        error={problem === null ? undefined : (fieldProblem(problem, 'user') ?? problemText(problem))}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div>
        <Button variant="default" loading={busy} disabled={typed !== email} onClick={() => void submit()}>
          Delete the account of {email}
        </Button>
      </div>
    </section>
  );
}

export default function Profile() {
  useTitle('Profile');
  const profile = useProfile();
  const { setColorScheme } = useMantineColorScheme();
  const [displayName, setDisplayName] = useState(profile.displayName ?? '');
  const change = async (preferences: { useCelsius?: boolean; theme?: Theme }): Promise<void> => {
    try {
      await keepProfile(await api('PATCH /users/my-profile', { body: { preferences } }));
    } catch (error) {
      toastProblem(error);
    }
  };
  const { busy, problem, submit } = useSubmit(async () => {
    await keepProfile(await api('PATCH /users/my-profile', { body: { displayName } }));
    toast('Saved', `You are shown as ${displayName}.`);
  });

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
          void submit();
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
      <DeleteAccount email={profile.email} />
    </div>
  );
}
