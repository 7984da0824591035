/** /metrics/sentries: the sentries of all organizations, with last contact and software version. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { FleetFilter } from '../../features/operations/fleet-filter.tsx';
import { FleetList } from '../../features/operations/fleet-list.tsx';
import { useFleet } from '../../features/operations/use-fleet.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function FleetScreen() {
  const t = useText();
  const formats = useFormats();
  useTitle(t('shell.page.fleet'));
  const fleet = useFleet();
  const { pages, versions, isReady } = fleet;
  return (
    <div className="stack">
      <div className="row">
        <h1>{t('shell.page.fleet')}</h1>
        <span className="grow" />
        <Button variant="default" component={Link} to="/metrics">
          {t('shell.page.usage')}
        </Button>
      </div>
      <FleetFilter fleet={fleet} />
      {isReady && versions.length > 0 && (
        <p className="row small">
          {versions.map(({ softwareVersion, model, count }) => (
            <span key={`${model} ${softwareVersion}`} className="tag num">
              {model} {softwareVersion}: {formats.number(count)}
            </span>
          ))}
        </p>
      )}
      {pages.error && (
        <Problem
          title={t('admin.fleet.loadProblem')}
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {!isReady && <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}
      {isReady && pages.items?.length === 0 && <p className="muted">{t('admin.fleet.none')}</p>}
      {isReady && pages.items !== undefined && pages.items.length > 0 && <FleetList sentries={pages.items} />}
      <ShowMore pages={pages} />
    </div>
  );
}
