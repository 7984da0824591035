import type { UserOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { permissionTexts } from './permission-texts.ts';
import { useLocationNames } from './use-location-names.ts';
import { UserState } from './user-state.tsx';

/** Users with what they may do and whether they have signed up. */
export function UserList({ users, now }: { readonly users: readonly UserOut[]; readonly now: number }) {
  const t = useText();
  const { nameOf } = useLocationNames();
  return (
    <ul className="card list">
      {users.map((user) => (
        <li key={user.guid}>
          <div className="main">
            <Link to={`/admin/users/${user.guid}`}>{user.displayName ?? user.email}</Link>
            {user.displayName !== undefined && <span className="small muted">{user.email}</span>}
            <span className="small">{permissionTexts(t, user.permissions, nameOf).join(' ')}</span>
          </div>
          <div className="side">
            {user.mfa && <span className="tag good">{t('session.step.secondFactor')}</span>}
            <UserState user={user} now={now} />
          </div>
        </li>
      ))}
    </ul>
  );
}
