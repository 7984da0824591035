/** Maintenance of the service. All users see it in advance, and instead of the console during downtime. */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { api, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AnnounceDowntime } from './announce-downtime.tsx';
import { refreshDowntimes, useDowntimes } from './use-operations.ts';

export function DowntimePlan() {
  const t = useText();
  const { data, error, mutate } = useDowntimes();
  return (
    <section className="card section" aria-label={t('operations.downtime.title')}>
      <h2>{t('operations.downtime.title')}</h2>
      <p className="muted">{t('operations.downtime.text')}</p>
      {error && !data && (
        <Problem title={t('operations.downtime.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />
      )}
      {data?.items.length === 0 && <p className="muted">{t('operations.downtime.none')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className="list">
          {data.items.map((downtime) => (
            <DowntimeLine key={downtime.guid} downtime={downtime} />
          ))}
        </ul>
      )}
      <AnnounceDowntime />
    </section>
  );
}

function DowntimeLine({ downtime }: { readonly downtime: ResponseOf<'GET /downtimes'>['items'][number] }) {
  const t = useText();
  const formats = useFormats();
  const { guid, startsAt, endsAt, context: reason, createdBy: person, inForce } = downtime;
  const end = useAction(async () => {
    await api('DELETE /downtimes/{guid}', { params: { guid } });
    await refreshDowntimes();
  });
  const start = formats.dateTime(startsAt);
  return (
    <li>
      <span className="main">
        <strong>{reason}</strong>
        <span className="small muted num">
          {endsAt === undefined
            ? t('operations.downtime.open', { start, person })
            : t('operations.downtime.span', { start, end: formats.dateTime(endsAt), person })}
        </span>
      </span>
      <span className="side">
        <StateBadge
          state={inForce ? 'warning' : 'info'}
          label={t(inForce ? 'operations.downtime.inForce' : 'operations.downtime.planned')}
        />
        <Button
          size="xs"
          variant="default"
          onClick={() => void end.run()}
          aria-label={t(inForce ? 'operations.downtime.endOne' : 'operations.downtime.cancelOne', { reason })}
        >
          {t(inForce ? 'operations.downtime.end' : 'operations.downtime.cancel')}
        </Button>
      </span>
    </li>
  );
}
