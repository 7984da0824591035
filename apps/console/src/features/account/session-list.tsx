/** Signed-in browsers of the current user or (for administrators) of another user. */
import { Button } from '@mantine/core';
import type { SessionInfo } from '@picket/contracts/types';
import { browserText } from '@picket/i18n/actor-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';

interface Props {
  readonly sessions: readonly SessionInfo[];
  /** Omitted where sessions are read-only. */
  readonly onEnd?: (guid: string) => void;
}

export function SessionList({ sessions, onEnd }: Props) {
  const t = useText();
  if (sessions.length === 0) return <p className="muted">{t('account.sessions.none')}</p>;
  return (
    <ul className="list inner">
      {sessions.map((session) => (
        <SessionLine
          key={session.guid}
          session={session}
          {...(onEnd === undefined || session.current ? {} : { onEnd })}
        />
      ))}
    </ul>
  );
}

function SessionLine({ session, onEnd }: { readonly session: SessionInfo; readonly onEnd?: (guid: string) => void }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { guid, current, display, browserIdentity, address, activeAt, expiresAt } = session;
  const browser = browserIdentity && browserText(sharedTextsOf(t), browserIdentity);
  const ago = formats.ago(activeAt, now);
  const details = display
    ? t('account.sessions.displayFacts', { ago })
    : t('account.sessions.facts', { ago, time: formats.until(expiresAt, now) });
  return (
    <li>
      <div className="main">
        <strong>
          {browser ?? t('account.sessions.unknown')}{' '}
          {current && <span className="tag good">{t('account.sessions.current')}</span>}
          {display && <span className="tag">{t('shell.page.wall')}</span>}
        </strong>
        <span className="small muted">{address === undefined ? details : `${address} · ${details}`}</span>
      </div>
      {onEnd !== undefined && (
        <Button
          variant="default"
          onClick={() => onEnd(guid)}
          aria-label={browser === undefined ? t('account.sessions.endUnknown') : t('account.sessions.end', { browser })}
        >
          {t('shell.signOut')}
        </Button>
      )}
    </li>
  );
}
