import type { UserOut } from '@picket/contracts';
import { ago, ahead } from '../../lib/format-ago.ts';

/** Where somebody stands: active, invited, or to be invited again. */
export function UserState({ user, now }: { readonly user: UserOut; readonly now: number }) {
  if (user.state === 'INVITED')
    return (
      <span className="tag caution">
        Invited{user.invitedUntil === undefined ? '' : `, link ends ${ahead(user.invitedUntil, now)}`}
      </span>
    );
  if (user.state === 'INVITE_EXPIRED') return <span className="tag caution">Invitation over</span>;
  return (
    <span className="tag">
      {user.lastSeenAt === undefined ? 'Never signed in' : `Seen ${ago(user.lastSeenAt, now)}`}
    </span>
  );
}
