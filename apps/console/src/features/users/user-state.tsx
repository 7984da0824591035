import type { UserOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';

/** The state of an account: active, invited, or with an expired invitation. */
export function UserState({ user, now }: { readonly user: UserOut; readonly now: number }) {
  const t = useText();
  const formats = useFormats();
  const { state, invitedUntil, lastSeenAt } = user;
  if (state === 'INVITED')
    return (
      <span className="tag caution">
        {invitedUntil === undefined
          ? t('users.state.invited')
          : t('users.state.invitedUntil', { time: formats.until(invitedUntil, now) })}
      </span>
    );
  if (state === 'INVITE_EXPIRED') return <span className="tag caution">{t('users.state.expired')}</span>;
  return (
    <span className="tag">
      {lastSeenAt === undefined
        ? t('users.state.neverSignedIn')
        : t('users.state.lastSeen', { ago: formats.ago(lastSeenAt, now) })}
    </span>
  );
}
