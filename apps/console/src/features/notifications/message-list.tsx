/** Messages that could not be delivered, or wait: to whom, why, and once more. */
import { Button } from '@mantine/core';
import type { MessageOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showErrorToast } from '../../ui/toasts.ts';
import { channelName } from './notification-labels.ts';

interface Props {
  readonly messages: readonly MessageOut[];
  readonly onChanged: () => void;
}

const STATES = {
  WAITING: { state: 'warning', label: 'Waiting' },
  SENT: { state: 'ok', label: 'Sent' },
  FAILED: { state: 'critical', label: 'Failed' },
} as const;

export function MessageList({ messages, onChanged }: Props) {
  const now = useNow();
  return (
    <ul className="list">
      {messages.map((message) => (
        <li key={message.guid}>
          <span className="main">
            <Title message={message} />
            <span className="muted small">
              {message.to}, {channelName(message.channel)} · {formatAgo(message.createdAt, now)}
              {message.attempts > 1 && ` · ${message.attempts} attempts`}
              {message.lastProblem !== undefined && ` · ${message.lastProblem}`}
            </span>
          </span>
          <span className="side">
            <StateBadge {...STATES[message.state]} />
            {message.state === 'FAILED' && <Retry guid={message.guid} onChanged={onChanged} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Title({ message }: { readonly message: MessageOut }) {
  const [alert] = message.alerts;
  if (alert === undefined) return <strong>{message.title}</strong>;
  return <Link to={`/locations/${alert.location ?? 'all'}/alert/${alert.guid}`}>{message.title}</Link>;
}

function Retry({ guid, onChanged }: { readonly guid: string; readonly onChanged: () => void }) {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await api('POST /messages/{guid}/retry', { params: { guid } });
      onChanged();
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void retry()}>
      Retry
    </Button>
  );
}
