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
import { usePictureSensors } from '../../features/zones/picture-sensors.ts';
import { TaggingForm } from '../../features/zones/tagging-form.tsx';
import { problemText, useApi } from '../../lib/api.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function TaggingZone() {
  const { id = '', sensorId = '', parentId, policyId } = useParams();
  const { permissions, preferences } = useProfile();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const zones = useApi('GET /locations/{guid}/zones', { params: { guid: id }, query: { limit: 500 } });
  const tagging = useApi(
    'GET /locations/{guid}/tagging-zones/{policyGuid}',
    policyId === undefined ? null : { params: { guid: id, policyGuid: policyId } },
  );
  const { sensors, error: unknown, retry } = usePictureSensors(id);
  useTitle(tagging.data?.zone.name ?? 'Add sub-zone');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  const back = { home: `/locations/${id}/settings/zones/tagging/${sensorId}`, homeLabel: 'To the zones of the sensor' };
  if (tagging.error && !tagging.data)
    return (
      <LoadProblem
        error={tagging.error}
        title="The zone could not be loaded"
        absent={{ title: 'Zone not found', text: 'It was deleted or never existed.', ...back }}
        onRetry={() => void tagging.mutate()}
      />
    );
  if (unknown !== undefined)
    return <Problem isPage title="The sensors could not be loaded" text={problemText(unknown)} onRetry={retry} />;
  if (!location.data || !zones.data || sensors === undefined || (policyId !== undefined && !tagging.data))
    return <LocationSkeleton />;
  const sensor = sensors.find((one) => one.id === sensorId);
  const wanted = parentId ?? tagging.data?.zone.parentId;
  const parent = zones.data.items.find(({ zoneId }) => zoneId === wanted);
  if (sensor === undefined || parent === undefined)
    return <Problem isPage title="Zone not found" text="The parent zone or its sensor was deleted." {...back} />;
  return (
    <>
      <LocationHead location={location.data} title={tagging.data?.zone.name ?? `Add sub-zone of ${parent.name}`} />
      <LocationTabs id={id} />
      <TaggingForm
        key={policyId ?? 'new'}
        location={location.data}
        sensor={sensor}
        parent={parent}
        zones={zones.data.items}
        tagging={tagging.data ?? null}
        mayEdit={isLocationAdmin(permissions, id)}
        useCelsius={preferences.useCelsius}
      />
    </>
  );
}
