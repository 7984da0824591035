/** What a link in a notification offers: its alerts, and buttons that act once, without signing in. */
import { Button } from '@mantine/core';
import type { ActionLinkOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, problemText, useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import '../../ui/lists.css';
import { ActionLinkAlert } from './action-link-alert.tsx';
import { ActionLinkProblem } from './action-link-problem.tsx';

type Action = ActionLinkOut['actions'][number];

export function ActionLink({ token }: { readonly token: string }) {
  const t = useText();
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
    return <ActionLinkProblem status={offer.error.status} text={problemText(offer.error)} />;
  if (shown === undefined)
    return (
      <FullPage title={t('alerts.alert')}>
        <div className="skeleton" style={{ height: 220 }} aria-hidden="true" />
      </FullPage>
    );
  return (
    <FullPage title={t('alerts.link.title', { count: shown.alerts.length })}>
      <p className="muted">{t('alerts.link.sentTo', { tenant: shown.tenantName, recipient: shown.to })}</p>
      <ul className="list inner">
        {shown.alerts.map((alert) => (
          <ActionLinkAlert key={alert.guid} alert={alert} />
        ))}
      </ul>
      <Outcome link={shown} />
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
              {t(`alerts.link.${action}`)}
            </Button>
          ))}
        </div>
      )}
      <p className="small">
        <Link to={placeOf(shown)}>{t('alerts.link.open')}</Link>
      </p>
    </FullPage>
  );
}

/** What was done by the link, or that there is nothing left to do. */
function Outcome({ link: { used, alerts } }: { readonly link: ActionLinkOut }) {
  const t = useText();
  if (used !== undefined)
    return (
      <p role="status" className="result-line good">
        {t(`alerts.link.done.${used.action}`, { name: used.by })}
      </p>
    );
  return alerts.every(({ state }) => state !== 'OPEN') ? <p role="status">{t('alerts.link.over')}</p> : null;
}

/** The page of its only alert; of several, all locations. */
function placeOf({ alerts }: ActionLinkOut): string {
  const [first] = alerts;
  return alerts.length === 1 && first?.location !== undefined
    ? `/locations/${first.location.guid}/alert/${first.guid}`
    : '/locations';
}
