/** /act/:token: opened by a link in a notification. Opening it changes nothing; a button acts once, without signing in. */
import { Button } from '@mantine/core';
import type { ActionLinkOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { severityLabel } from '@picket/domain/severity';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { api, problemText, useApi } from '../../lib/api.ts';
import { formatDateTime, timezoneNote } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';

type Action = ActionLinkOut['actions'][number];

const ACTIONS: Readonly<Record<Action, { readonly label: string; readonly done: string }>> = {
  ACKNOWLEDGE: { label: 'Acknowledge', done: 'acknowledged the alert' },
  SNOOZE_30: { label: 'Snooze for 30 minutes', done: 'snoozed the alert for 30 minutes' },
  SNOOZE_120: { label: 'Snooze for 2 hours', done: 'snoozed the alert for 2 hours' },
};

export default function AlertAction() {
  const { token = '' } = useParams();
  useTitle('Alert');
  const [after, setAfter] = useState<ActionLinkOut | null>(null);
  const offer = useApi(
    'GET /links/{token}',
    { params: { token } },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const { busy, problem, submit } = useSubmit(async (action: Action) => {
    setAfter(await api('POST /links/{token}', { params: { token }, body: { action } }));
  });
  const shown = after ?? offer.data;
  if (offer.error && shown === undefined)
    return <LinkProblem status={offer.error.status} text={problemText(offer.error)} />;
  if (shown === undefined)
    return (
      <FullPage title="Alert">
        <div className="skeleton" style={{ height: 220 }} aria-hidden="true" />
      </FullPage>
    );
  const isOver = shown.alerts.every(({ state }) => state !== 'OPEN');
  return (
    <FullPage title={shown.alerts.length === 1 ? 'An alert' : `${shown.alerts.length} alerts`}>
      <p className="muted">
        {shown.tenantName}, sent to {shown.to}
      </p>
      <ul className="list inner">
        {shown.alerts.map((alert) => (
          <Line key={alert.guid} alert={alert} />
        ))}
      </ul>
      {shown.used !== undefined && (
        <p role="status" className="result-line good">
          {shown.used.by} {ACTIONS[shown.used.action].done}.
        </p>
      )}
      {shown.used === undefined && isOver && <p role="status">This alert has ended. There is nothing left to do.</p>}
      <FormProblem problem={problem} />
      {shown.actions.length > 0 && (
        <div className="stack">
          {shown.actions.map((action) => (
            <Button
              key={action}
              size="md"
              fullWidth
              variant={action === 'ACKNOWLEDGE' ? 'filled' : 'default'}
              loading={busy}
              onClick={() => void submit(action)}
            >
              {ACTIONS[action].label}
            </Button>
          ))}
        </div>
      )}
      <Elsewhere alerts={shown.alerts} />
    </FullPage>
  );
}

function Line({ alert }: { readonly alert: ActionLinkOut['alerts'][number] }) {
  const now = useNow();
  const { location, severity, state, message, startedAt, acknowledged, snoozedUntil } = alert;
  const timezone = location?.timezone ?? 'UTC';
  const begun = Date.parse(startedAt);
  return (
    <li>
      <span className="main">
        <strong>
          {message}
          {location !== undefined && ` at ${location.name}`}
        </strong>
        <span className="muted small num">
          {state === 'OPEN' ? `On for ${formatDuration(now - begun)}, since` : 'Ended; started'}{' '}
          {formatDateTime(begun, timezone)} {timezoneNote(timezone)}
        </span>
        {acknowledged !== undefined && <span className="small">Acknowledged by {acknowledged.by}.</span>}
        {snoozedUntil !== undefined && (
          <span className="small num">Snoozed until {formatDateTime(Date.parse(snoozedUntil), timezone)}.</span>
        )}
      </span>
      <span className="side">
        <StateBadge state={severityLabel(severity)} />
      </span>
    </li>
  );
}

function Elsewhere({ alerts }: { readonly alerts: ActionLinkOut['alerts'] }) {
  const [first] = alerts;
  const to =
    alerts.length === 1 && first?.location !== undefined
      ? `/locations/${first.location.guid}/alert/${first.guid}`
      : '/locations';
  return (
    <p className="small">
      <Link to={to}>Open in Picket</Link>
    </p>
  );
}

function LinkProblem({ status, text }: { readonly status: number; readonly text: string }) {
  const title = status === 410 ? 'This link has expired' : status === 404 ? 'Not found' : 'Not available';
  return (
    <FullPage title={title}>
      <p>
        {status === 410
          ? 'Links in messages expire after a week.'
          : status === 404
            ? 'The link is incomplete, or the alert was deleted.'
            : text}
      </p>
      <p>
        <Link to="/locations">Open Picket</Link>
      </p>
    </FullPage>
  );
}
