/** /admin/users/:id: roles, invitation, sessions and account recovery of one user. */
import type { UserOut } from '@picket/contracts/types';
import { Link, useParams } from 'react-router';
import { UserSessions, useUserSessions } from '../../features/account/user-sessions.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { AccountAccess } from '../../features/users/account-access.tsx';
import { DeleteUser } from '../../features/users/delete-user.tsx';
import { changeUser } from '../../features/users/save-user.ts';
import { useLocationNames } from '../../features/users/use-location-names.ts';
import { useUser } from '../../features/users/use-users.ts';
import { UserForm, type UserValues } from '../../features/users/user-form.tsx';
import { UserState } from '../../features/users/user-state.tsx';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

const valuesOf = ({ email, displayName = '', permissions }: UserOut): UserValues => ({
  email,
  displayName,
  permissions,
});

export default function User() {
  const t = useText();
  const { id = '' } = useParams();
  const user = useUser(id);
  const me = useProfile();
  // Loaded together with the user, so that the page renders once.
  const sessions = useUserSessions(id);
  const { isWaiting: isLoadingNames } = useLocationNames();
  const isWaiting = isLoadingNames || (!sessions.items && !sessions.error);
  useTitle(user.data?.displayName ?? user.data?.email ?? t('shell.page.user'));
  const { data, error } = user;
  if (error && !data)
    return (
      <Problem
        isPage
        title={t(error.status === 404 ? 'users.one.missing' : 'users.one.loadProblem')}
        text={error.status === 404 ? t('users.one.missingText') : problemText(error)}
        onRetry={() => void user.mutate()}
      />
    );
  if (!data || isWaiting) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <Head user={data} />
      <UserForm
        initial={valuesOf(data)}
        version={data.last_update_ts}
        reload={() => user.mutate()}
        action={t('common.save')}
        onSave={async (values, headers) => {
          await changeUser(data, values, headers);
          showToast(t('common.saved'), t('users.one.savedText'));
        }}
      />
      <AccountAccess user={data} />
      {data.state === 'ACTIVE' && <UserSessions guid={id} pages={sessions} />}
      {me.guid !== id && <DeleteUser user={data} />}
    </div>
  );
}

function Head({ user }: { readonly user: UserOut }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { guid, email, displayName, createdAt, mfa } = user;
  return (
    <div>
      <div className="row">
        <h1>{displayName ?? email}</h1>
        <UserState user={user} now={now} />
        {mfa && <span className="tag good">{t('session.step.secondFactor')}</span>}
      </div>
      <p className="muted">
        {t.rich('users.one.facts', {
          email,
          date: formats.dateTime(createdAt),
          link: (text) => <Link to={`/admin/users/${guid}/notifications`}>{text}</Link>,
        })}
      </p>
    </div>
  );
}
