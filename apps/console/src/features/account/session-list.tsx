/** Signed-in browsers of the current user or (for administrators) of another user. */
import { Button } from '@mantine/core';
import type { SessionInfo } from '@picket/contracts/types';
import { formatAgo, formatUntil } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';

interface Props {
  readonly sessions: readonly SessionInfo[];
  /** Omitted where sessions are read-only. */
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
              {browser ?? 'An unknown browser'} {current && <span className="tag good">This browser</span>}
              {display && <span className="tag">Wall display</span>}
            </strong>
            <span className="small muted">
              {address === undefined ? '' : `${address} · `}
              {display
                ? `created ${formatAgo(activeAt, now)} · stays signed in until revoked`
                : `active ${formatAgo(activeAt, now)} · ends ${formatUntil(expiresAt, now)} without use`}
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
