/** /locations/:id/settings/zones/tagging/:sensorId: the zones of a sensor with their policies and sub-zones. */
import { isLocationAdmin } from '@picket/domain/permissions';
import { useNavigate, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { ThermalPicture } from '../../features/readings/thermal-picture.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { pictureSensorText } from '../../features/zones/picture-sensors.ts';
import { SensorField } from '../../features/zones/sensor-field.tsx';
import { SensorZones, zonesOfSensor } from '../../features/zones/sensor-zones.tsx';
import { useSensorZones } from '../../features/zones/use-zone-pages.ts';
import zoneColumns from '../../features/zones/zone-columns.module.css';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import styles from './zones.module.css';

export default function Zones() {
  const t = useText();
  const { id = '', sensorId = '' } = useParams();
  const { permissions } = useProfile();
  const navigate = useNavigate();
  const { location, locationError, retryLocation, zones, pictures, policies, readAt } = useSensorZones(id);
  useTitle(location === undefined ? t('zones.title') : t('zones.pageTitle', { location: location.name }));
  if (locationError !== undefined) return <LocationProblem error={locationError} onRetry={retryLocation} />;
  const { sensors, error, retry } = pictures;
  if (error !== undefined)
    return <Problem isPage title={t('zones.sensorsProblem')} text={problemText(error)} onRetry={retry} />;
  if (!location || !zones || !policies || !sensors || !readAt) return <LocationSkeleton />;
  const sensor = sensors.find((one) => one.id === sensorId);
  if (sensor === undefined)
    return (
      <Problem
        isPage
        title={t('zones.noSensor')}
        text={t('zones.noSensorText')}
        home={`/locations/${id}/settings`}
        homeLabel={t('zones.toSettings')}
      />
    );
  const own = zonesOfSensor(zones, sensor);
  const newestAt = readAt.get(sensor.id);
  return (
    <>
      <LocationHead location={location} title={t('zones.headTitle', { sensor: pictureSensorText(t, sensor) })} />
      <LocationTabs id={id} />
      <div className={styles.sensor}>
        <SensorField
          sensors={sensors}
          sensor={sensor}
          onChange={(next) => navigate(`/locations/${id}/settings/zones/tagging/${next}`)}
        />
      </div>
      <div className={zoneColumns.columns}>
        <SensorZones
          location={id}
          sensor={sensor}
          zones={own}
          policies={policies}
          mayEdit={isLocationAdmin(permissions, id)}
        />
        {sensor.isThermal && newestAt !== undefined && (
          <ThermalPicture
            sentry={sensor.sentry}
            timezone={location.timezone}
            newestAt={newestAt}
            zones={own}
            assets={[]}
          />
        )}
      </div>
    </>
  );
}
