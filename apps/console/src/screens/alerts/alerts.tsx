/** /alerts: the alerts of all locations, with filters, several acknowledged at once, and a download. */
import { Button } from '@mantine/core';
import { AcknowledgeBar, FailedAlerts } from '../../features/alerts/inbox/acknowledge-bar.tsx';
import { isFiltered } from '../../features/alerts/inbox/inbox-filter.ts';
import { InboxFilters } from '../../features/alerts/inbox/inbox-filters.tsx';
import { InboxList } from '../../features/alerts/inbox/inbox-list.tsx';
import { InboxSkeleton, NoAlerts } from '../../features/alerts/inbox/inbox-states.tsx';
import { useAcknowledgeAlerts } from '../../features/alerts/inbox/use-acknowledge-alerts.ts';
import { useInbox } from '../../features/alerts/inbox/use-inbox.ts';
import { useSelection } from '../../features/alerts/inbox/use-selection.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Alerts() {
  const t = useText();
  useTitle(t('inbox.title'));
  const inbox = useInbox();
  const { choice, state, pages, counts } = inbox;
  const { items, error } = pages;
  const selection = useSelection(items ?? []);
  const acknowledging = useAcknowledgeAlerts(selection.clear);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t('inbox.title')}</h1>
        <span className="grow" />
        <Button
          component="a"
          variant="default"
          href={inbox.exportUrl}
          download="picket-alerts.csv"
          title={t('inbox.exportHelp')}
        >
          {t('inbox.export')}
        </Button>
      </div>
      <InboxFilters choice={choice} counts={counts} change={inbox.change} />
      <FailedAlerts outcome={acknowledging.outcome} onClose={acknowledging.dismiss} />
      {error && (
        <Problem title={t('inbox.loadProblem')} text={problemText(error)} onRetry={() => void pages.reload()} />
      )}
      {items === undefined && !error && <InboxSkeleton />}
      {items?.length === 0 && <NoAlerts isFiltered={isFiltered(choice)} onClear={inbox.clear} />}
      {items !== undefined && items.length > 0 && (
        <InboxList
          alerts={items}
          counts={counts}
          isOneState={state !== undefined}
          selection={selection}
          onAcknowledge={(alerts) => void acknowledging.run(alerts)}
        />
      )}
      <ShowMore pages={pages} label={t('inbox.older')} />
      <AcknowledgeBar
        selected={selection.selected}
        busy={acknowledging.busy}
        onAcknowledge={() => void acknowledging.run(selection.selected)}
        onClear={selection.clear}
      />
    </div>
  );
}
