/** /admin/users/:id: roles, invitation, sessions and account recovery of one user. */
import { Button } from '@mantine/core';
import type { SentLinkOut, UserOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { SessionList } from '../../features/account/session-list.tsx';
import { LinkSent } from '../../features/users/link-sent.tsx';
import { changeUser } from '../../features/users/save-user.ts';
import { useLocationNames } from '../../features/users/use-location-names.ts';
import { UserForm, type UserValues } from '../../features/users/user-form.tsx';
import { UserState } from '../../features/users/user-state.tsx';
import '../../features/account/account.css';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import '../../ui/lists.css';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { useTitle } from '../../ui/use-title.ts';

const changed = async (): Promise<void> => {
  await refresh('GET /users/{guid}');
};

const valuesOf = ({ email, displayName = '', permissions }: UserOut): UserValues => ({
  email,
  displayName,
  permissions,
});

export default function User() {
  const { id = '' } = useParams();
  const user = useApi('GET /users/{guid}', { params: { guid: id } });
  const now = useNow();
  const me = useProfile();
  // Loaded together with the user, so that the page renders once.
  const sessions = useApi('GET /users/{guid}/sessions', { params: { guid: id }, query: { limit: 20 } });
  const { isWaiting: isLoadingNames } = useLocationNames();
  const isWaiting = isLoadingNames || (!sessions.data && !sessions.error);
  const name = user.data?.displayName ?? user.data?.email ?? 'User';
  useTitle(name);
  if (user.error && !user.data)
    return (
      <Problem
        isPage
        title={user.error.status === 404 ? 'User not found' : 'The user could not be loaded'}
        text={user.error.status === 404 ? 'The account may have been deleted.' : problemText(user.error)}
        onRetry={() => void user.mutate()}
      />
    );
  const { data } = user;
  if (!data || isWaiting) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <div>
        <div className="row">
          <h1>{name}</h1>
          <UserState user={data} now={now} />
          {data.mfa && <span className="tag good">Second factor</span>}
        </div>
        <p className="muted">
          {data.email} · user since {formatViewerDateTime(data.createdAt)} ·{' '}
          <Link to={`/admin/users/${id}/notifications`}>Notifications</Link>
        </p>
      </div>
      <UserForm
        key={data.last_update_ts}
        initial={valuesOf(data)}
        action="Save"
        onSave={async (values) => {
          await changeUser(data, values);
          showToast('Saved', 'The change applies from their next request.');
        }}
      />
      <AccountAccess user={data} />
      {data.state === 'ACTIVE' && <Sessions guid={id} />}
      <Delete user={data} isMe={me.guid === id} />
    </div>
  );
}

/** The invitation, or (after sign-up) account recovery. */
function AccountAccess({ user }: { readonly user: UserOut }) {
  const [sent, setSent] = useState<SentLinkOut | null>(null);
  const params = { guid: user.guid };
  const isActive = user.state === 'ACTIVE';
  const send = useSubmit(async () => {
    setSent(
      await withReauthentication(() =>
        isActive ? api('POST /users/{guid}/reset-link', { params }) : api('POST /users/{guid}/invite', { params }),
      ),
    );
    await changed();
  });
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await withReauthentication(work);
      showToast(done);
      setSent(null);
      await changed();
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="card section" aria-label="Account access">
      <h2>{isActive ? 'Account recovery' : 'Invitation'}</h2>
      <p className="muted">
        {isActive
          ? 'A reset link lets them choose a new password; their second factor is still required.'
          : user.state === 'INVITED'
            ? 'The invitation was sent and has not been used yet.'
            : 'They have not signed up, and their invitation has expired.'}
      </p>
      {sent !== null && <LinkSent sent={sent} to={user.email} />}
      <FormProblem problem={send.problem} />
      <div className="row">
        <Button variant="default" loading={send.busy} onClick={() => void send.submit()}>
          {isActive ? 'Create reset link' : 'Resend invitation'}
        </Button>
        {user.state === 'INVITED' && (
          <Button
            variant="default"
            onClick={() => void act(() => api('DELETE /users/{guid}/invite', { params }), 'Invitation revoked')}
          >
            Revoke invitation
          </Button>
        )}
        {user.mfa && (
          <Button
            variant="default"
            onClick={() => void act(() => api('DELETE /users/{guid}/mfa', { params }), 'Second factor removed')}
          >
            Remove second factor
          </Button>
        )}
      </div>
    </section>
  );
}

function Sessions({ guid }: { readonly guid: string }) {
  const pages = usePages('GET /users/{guid}/sessions', { params: { guid }, query: { limit: 20 } });
  const end = async (): Promise<void> => {
    try {
      await api('DELETE /users/{guid}/sessions', { params: { guid } });
      showToast('Signed out everywhere');
      await pages.reload();
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="card section" aria-label="Sessions">
      <h2>Signed in</h2>
      {pages.items === undefined ? <div className="skeleton thin" /> : <SessionList sessions={pages.items} />}
      {(pages.items?.length ?? 0) > 0 && (
        <div>
          <Button variant="default" onClick={() => void end()}>
            Sign out everywhere
          </Button>
        </div>
      )}
    </section>
  );
}

function Delete({ user, isMe }: { readonly user: UserOut; readonly isMe: boolean }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  if (isMe) return null;
  return (
    <section className="card section" aria-label="Delete account">
      <h2>Delete account</h2>
      <p className="muted">
        They are signed out immediately and their API tokens stop working. Their notes and comments are kept.
      </p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      {asking && (
        <TypedConfirmation
          title={`Delete the account of ${user.displayName ?? user.email}?`}
          text="This cannot be undone; they can be invited again."
          name={user.email}
          action="Delete account"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /users/{guid}', { params: { guid: user.guid } }));
            showToast('Deleted', `The account of ${user.email} was deleted.`);
            navigate('/admin/users', { replace: true });
          }}
        />
      )}
    </section>
  );
}
