/** /locations/:id/settings/zones/tagging/:sensorId/create/:parentId and /update/:policyId: a sub-zone with its own limits. */
import { isLocationAdmin } from '@picket/domain/permissions';
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { TaggingForm } from '../../features/zones/tagging-form.tsx';
import { useTaggingZone } from '../../features/zones/use-zone-pages.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function TaggingZone() {
  const t = useText();
  const { id = '', sensorId = '', parentId, policyId } = useParams();
  const { permissions, preferences } = useProfile();
  const data = useTaggingZone(id, policyId ?? null);
  const { location, locationError, retryLocation, zones, pictures, tagging, error, retry } = data;
  useTitle(tagging?.zone.name ?? t('zones.addSubZone'));
  if (locationError !== undefined) return <LocationProblem error={locationError} onRetry={retryLocation} />;
  const back = { home: `/locations/${id}/settings/zones/tagging/${sensorId}`, homeLabel: t('zones.toSensor') };
  if (error !== undefined)
    return (
      <LoadProblem
        error={error}
        title={t('zones.problem')}
        absent={{ title: t('zones.notFound'), text: t('zones.notFoundText'), ...back }}
        onRetry={retry}
      />
    );
  const { sensors } = pictures;
  if (pictures.error !== undefined)
    return (
      <Problem isPage title={t('zones.sensorsProblem')} text={problemText(pictures.error)} onRetry={pictures.retry} />
    );
  if (!location || !zones || !sensors || (policyId !== undefined && !tagging)) return <LocationSkeleton />;
  const sensor = sensors.find((one) => one.id === sensorId);
  const parent = zones.find(({ zoneId }) => zoneId === (parentId ?? tagging?.zone.parentId));
  if (sensor === undefined || parent === undefined)
    return <Problem isPage title={t('zones.notFound')} text={t('zones.noParentText')} {...back} />;
  const title = tagging?.zone.name ?? t('zones.tagging.newTitle', { parent: parent.name });
  return (
    <>
      <LocationHead location={location} title={title} />
      <LocationTabs id={id} />
      <TaggingForm
        key={policyId ?? 'new'}
        location={location}
        sensor={sensor}
        parent={parent}
        zones={zones}
        tagging={tagging ?? null}
        mayEdit={isLocationAdmin(permissions, id)}
        useCelsius={preferences.useCelsius}
      />
    </>
  );
}
