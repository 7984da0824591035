/** /admin/integrations: the sources of readings that people own. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AddIntegration } from '../../features/integrations/add-integration.tsx';
import { GuideLink } from '../../features/integrations/guide-link.tsx';
import { IntegrationCard } from '../../features/integrations/integration-card.tsx';
import { NoIntegrations } from '../../features/integrations/no-integrations.tsx';
import { useAdoptionLocations } from '../../features/integrations/use-adoption-locations.ts';
import { useIntegrations } from '../../features/integrations/use-integrations.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function AdminIntegrations() {
  const t = useText();
  useTitle(t('shell.page.integrations'));
  const [params] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const integrations = useIntegrations();
  const locations = useAdoptionLocations();
  const error = integrations.data === undefined ? integrations.error : locations.error;
  if (error !== undefined && (integrations.data === undefined || locations.data === undefined))
    return (
      <Problem
        isPage
        title={t('integrations.loadProblem')}
        text={problemText(error)}
        onRetry={() => void Promise.all([integrations.mutate(), locations.mutate()])}
      />
    );
  if (integrations.data === undefined || locations.data === undefined)
    return <div className="skeleton wide" style={{ height: 480 }} aria-hidden="true" />;
  const { items } = integrations.data;
  const places = locations.data.items;
  return (
    <div className="stack">
      <div className="row">
        <h1 className="grow-text">{t('shell.page.integrations')}</h1>
        <Button variant="default" component={Link} to="/admin/discovered">
          {t('shell.page.discovered')}
        </Button>
        {items.length > 0 && !isAdding && <Button onClick={() => setAdding(true)}>{t('integrations.add')}</Button>}
      </div>
      <p className="muted">
        {t('integrations.text')} <GuideLink />
      </p>
      {isAdding && (
        <AddIntegration locations={places} location={params.get('location')} onClose={() => setAdding(false)} />
      )}
      {items.length === 0 && !isAdding && <NoIntegrations onAdd={() => setAdding(true)} />}
      {items.map((integration) => (
        <IntegrationCard
          key={integration.guid}
          integration={integration}
          place={places.find(({ guid }) => guid === integration.location)?.name ?? ''}
        />
      ))}
    </div>
  );
}
