/** /profile: name, units, theme; how one signs in; tokens; leaving. */
import { Button, SegmentedControl, TextInput, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiTokens } from '../../features/account/api-tokens.tsx';
import { MySessions } from '../../features/account/my-sessions.tsx';
import { SecondFactor } from '../../features/account/second-factor.tsx';
import '../../features/account/account.css';
import '../../ui/lists.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { setProfile, signOut, useProfile } from '../../features/session/use-session.ts';
import { API_BASE, api, useApi } from '../../lib/api.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { useTitle } from '../../ui/use-title.ts';

type Theme = 'auto' | 'light' | 'dark';

/** Irreversible, so the e-mail address is typed. */
function DeleteAccount({ email }: { readonly email: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <section className="card section" aria-label="Delete account">
      <h2>Delete account</h2>
      <p className="muted">
        You are signed out everywhere at once, and your API tokens stop working. What you acknowledged and wrote stays,
        with your name.
      </p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && (
        <TypedConfirmation
          title="Delete your account?"
          text="This cannot be undone."
          name={email}
          action={`Delete the account of ${email}`}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /users/my-profile', {}));
            await signOut('/goodbye?deleted');
          }}
        />
      )}
    </section>
  );
}

function Name({ current }: { readonly current: string }) {
  const { form, busy, problem, submit } = useApiForm({ displayName: current }, async ({ displayName }) => {
    await setProfile(await api('PATCH /users/my-profile', { body: { displayName } }));
    showToast('Saved', `You are shown as ${displayName}.`);
  });
  const { displayName } = form.values;
  const isChanged = displayName.trim() !== '' && displayName !== current;
  return (
    <Form dirty={isChanged} label="Name" onSubmit={() => void submit()}>
      <TextInput label="Your name" maxLength={128} {...form.getInputProps('displayName')} />
      <FormProblem problem={problem} fields={['displayName']} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isChanged}>
          Save name
        </Button>
      </div>
    </Form>
  );
}

function Preferences() {
  const profile = useProfile();
  const { setColorScheme } = useMantineColorScheme();
  const change = async (preferences: { useCelsius?: boolean; theme?: Theme }): Promise<void> => {
    try {
      await setProfile(await api('PATCH /users/my-profile', { body: { preferences } }));
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <div className="preferences">
      <div className="stack-tight">
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
      </div>
      <div className="stack-tight">
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
      </div>
    </div>
  );
}

export default function Profile() {
  useTitle('Profile');
  const profile = useProfile();
  // Loaded together, so that the page renders once.
  const mayAsk = !profile.lacksMfa;
  const parts = [
    useApi('GET /users/my-profile/mfa', mayAsk ? {} : null, { revalidateOnFocus: false }),
    useApi('GET /users/my-profile/sessions', mayAsk ? { query: { limit: 20 } } : null),
    useApi('GET /api-tokens', mayAsk ? { query: { limit: 50 } } : null),
  ];
  const isWaiting = mayAsk && parts.some(({ data, error }) => data === undefined && error === undefined);
  if (profile.lacksMfa)
    return (
      <div className="wide">
        <h1>Set up a second factor</h1>
        <p className="muted">{profile.tenant.name} requires one. Everything else is available once it is set up.</p>
        <SecondFactor />
      </div>
    );
  if (isWaiting) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <div>
        <h1>Profile</h1>
        <p className="muted">
          {profile.email} · {profile.tenant.name}
        </p>
      </div>
      <section className="card section" aria-label="You">
        <Name current={profile.displayName ?? ''} />
        <Preferences />
      </section>
      <section className="card section" aria-label="Notifications">
        <h2>Notifications</h2>
        <p className="muted">Which alerts you are notified of, how, and when.</p>
        <div>
          <Button component={Link} to="/profile/notifications" variant="default">
            Change notifications
          </Button>
        </div>
      </section>
      <section className="card section" aria-label="Password">
        <h2>Password</h2>
        <div>
          <Button component={Link} to="/profile/change-password" variant="default">
            Change password
          </Button>
        </div>
      </section>
      <SecondFactor />
      <MySessions />
      <ApiTokens held={profile.permissions} />
      <section className="card section" aria-label="My data">
        <h2>My data</h2>
        <p className="muted">
          Everything Picket stores about you and your activity, without secrets, as one JSON object per line.
        </p>
        <div>
          <Button
            component="a"
            variant="default"
            href={`${API_BASE}/users/my-profile/export`}
            download="picket-my-data.ndjson"
          >
            Download
          </Button>
        </div>
      </section>
      <DeleteAccount email={profile.email} />
    </div>
  );
}
