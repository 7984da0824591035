/** Messages that could not be delivered, or wait: to whom, why, and once more. */
import { Button } from '@mantine/core';
import type { MessageOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { channelText } from '../../lib/kind-texts.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showErrorToast } from '../../ui/toasts.ts';

interface Props {
  readonly messages: readonly MessageOut[];
  readonly onChanged: () => void;
}

const STATES = { WAITING: 'warning', SENT: 'ok', FAILED: 'critical' } as const;

export function MessageList({ messages, onChanged }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  return (
    <ul className="list">
      {messages.map((message) => (
        <li key={message.guid}>
          <span className="main">
            <Title message={message} />
            <span className="muted small">
              {message.to}, {channelText(t, message.channel)} · {formats.ago(message.createdAt, now)}
              {message.attempts > 1 && ` · ${t('notifications.messageAttempts', { count: message.attempts })}`}
              {message.lastProblem !== undefined && ` · ${message.lastProblem}`}
            </span>
          </span>
          <span className="side">
            <StateBadge state={STATES[message.state]} label={t(`notifications.message.${message.state}`)} />
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
  const t = useText();
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
      {t('notifications.retry')}
    </Button>
  );
}
