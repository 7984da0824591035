/** /admin/discovered: the devices that integrations announce. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { DiscoveredView } from '../../features/integrations/discovered-view.tsx';
import { useAdoptionLocations } from '../../features/integrations/use-adoption-locations.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function DiscoveredDevices() {
  const t = useText();
  useTitle(t('shell.page.discovered'));
  const { data, error, mutate } = useAdoptionLocations();
  if (data === undefined && error !== undefined)
    return (
      <Problem isPage title={t('discovered.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />
    );
  if (data === undefined) return <div className="skeleton" style={{ height: 480 }} aria-hidden="true" />;
  return (
    <div className="stack">
      <div className="row">
        <h1>{t('shell.page.discovered')}</h1>
        <span className="grow" />
        <Button variant="default" component={Link} to="/admin/integrations">
          {t('shell.page.integrations')}
        </Button>
      </div>
      <p className="muted">{t('discovered.text')}</p>
      <DiscoveredView locations={data.items} location={data.items[0]?.guid ?? ''} />
    </div>
  );
}
