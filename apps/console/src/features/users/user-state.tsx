import type { UserOut } from '@picket/contracts/types';
import { formatAgo, formatUntil } from '../../lib/format-relative-time.ts';

/** The state of an account: active, invited, or with an expired invitation. */
export function UserState({ user, now }: { readonly user: UserOut; readonly now: number }) {
  if (user.state === 'INVITED')
    return (
      <span className="tag caution">
        Invited{user.invitedUntil === undefined ? '' : `, link ends ${formatUntil(user.invitedUntil, now)}`}
      </span>
    );
  if (user.state === 'INVITE_EXPIRED') return <span className="tag caution">Invitation expired</span>;
  return (
    <span className="tag">
      {user.lastSeenAt === undefined ? 'Never signed in' : `Last seen ${formatAgo(user.lastSeenAt, now)}`}
    </span>
  );
}
