/** /locations/:id/adopt: discovered devices, to be adopted at this location. */
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { DiscoveredView } from '../../features/integrations/discovered-view.tsx';
import { useAdoptionLocations } from '../../features/integrations/use-adoption-locations.ts';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useText } from '../../lib/texts.ts';

export default function AdoptDevices() {
  const { id = '' } = useParams();
  const t = useText();
  const location = useLocationData(id);
  const all = useAdoptionLocations();
  useLocationTitle(location.data, t('shell.page.adopt'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (all.data === undefined && all.error === undefined)) return <LocationSkeleton />;
  return (
    <div className="stack">
      <LocationHead location={location.data} title={t('shell.page.adopt')}>
        <Button variant="default" component={Link} to={`/admin/integrations?location=${id}`}>
          {t('shell.page.integrations')}
        </Button>
      </LocationHead>
      <p className="muted">{t('discovered.text')}</p>
      <DiscoveredView locations={all.data?.items ?? [location.data]} location={id} />
    </div>
  );
}
