/** Browsers that are signed in: one's own, or (for administrators) somebody else's. */
import { Button } from '@mantine/core';
import type { SessionInfo } from '@picket/contracts';
import { ago, ahead } from '../../lib/format-ago.ts';
import { useNow } from '../../lib/now.ts';

interface Props {
  readonly sessions: readonly SessionInfo[];
  /** Left out where sessions are only looked at. */
  readonly onEnd?: (guid: string) => void;
}

export function SessionList({ sessions, onEnd }: Props) {
  const now = useNow();
  if (sessions.length === 0) return <p className="muted">Not signed in anywhere.</p>;
  return (
    <ul className="list inner">
      {sessions.map(({ guid, current, display, browser, address, activeAt, expiresAt }) => (
        <li key={guid}>
          <div className="main">
            <strong>
              {browser ?? 'An unknown browser'} {current && <span className="tag good">This one</span>}
              {display && <span className="tag">Wall display</span>}
            </strong>
            <span className="small muted">
              {address === undefined ? '' : `${address} · `}
              {display
                ? `made ${ago(activeAt, now)} · shows until it is signed out`
                : `active ${ago(activeAt, now)} · ends ${ahead(expiresAt, now)} without use`}
            </span>
          </div>
          {onEnd !== undefined && !current && (
            <Button variant="default" onClick={() => onEnd(guid)} aria-label={`Sign out ${browser ?? 'this browser'}`}>
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
