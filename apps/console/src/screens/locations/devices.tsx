/** /locations/:id/settings/devices: the sentries of a location. */
import { isLocationAdmin } from '@picket/domain/permissions';
import type { ComponentProps } from 'react';
import { useParams } from 'react-router';
import { AdoptedActions } from '../../features/integrations/adopted-actions.tsx';
import { useOrigins } from '../../features/integrations/use-origins.ts';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { SensorOffsets } from '../../features/sensors/sensor-offsets.tsx';
import { DeviceButtons } from '../../features/sentries/device-buttons.tsx';
import { DeviceCard } from '../../features/sentries/device-card.tsx';
import { useDevices } from '../../features/sentries/use-devices.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { useCameraParts } from '../../features/video/camera/use-camera-fact.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { PartPending } from '../../ui/part-pending.tsx';
import { Problem } from '../../ui/problem.tsx';

export default function Devices() {
  const { id = '' } = useParams();
  const t = useText();
  const { permissions } = useProfile();
  const location = useLocationData(id);
  const { sentries, latest } = useDevices(id);
  const { partsOf, hasCameras } = useCameraParts(id);
  const { factsOf, deviceOf } = useOrigins(sentries.data?.items);
  useLocationTitle(location.data, t('shell.page.devices'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (!sentries.data && !sentries.error) || (!latest.data && !latest.error))
    return <LocationSkeleton />;
  const mayChange = isLocationAdmin(permissions, id);
  const items = sentries.data?.items;
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.devices')}>
        {mayChange && <DeviceButtons location={id} isEmpty={items?.length === 0} hasCameras={hasCameras} />}
      </LocationHead>
      <LocationTabs id={id} />
      {sentries.error && !items && (
        <Problem
          title={t('sentries.devices.loadProblem')}
          text={problemText(sentries.error)}
          onRetry={() => void sentries.mutate()}
        />
      )}
      {items?.length === 0 && (
        <section className="card empty">
          <h2>{t('sentries.none')}</h2>
          <p className="muted">{t('sentries.devices.none')}</p>
        </section>
      )}
      {items?.map((sentry) => (
        <Device
          key={sentry.guid}
          sentry={sentry}
          latest={latest}
          others={items.filter(({ guid }) => guid !== sentry.guid).map(({ name }) => name)}
          mayChange={mayChange}
          parts={[...factsOf(sentry), ...partsOf(sentry.guid)]}
          actions={sentry.kind === undefined ? null : <AdoptedActions sentry={sentry} device={deviceOf(sentry)} />}
        />
      ))}
    </>
  );
}

type DeviceProps = Omit<ComponentProps<typeof DeviceCard>, 'readings' | 'person' | 'children'> &
  Pick<ReturnType<typeof useDevices>, 'latest'>;

/** With the offsets of its sensors. */
function Device({ latest, ...card }: DeviceProps) {
  const { guid: person, preferences } = useProfile();
  const readings = latest.data?.items.filter(({ sentry }) => sentry === card.sentry.guid);
  return (
    <DeviceCard {...card} readings={readings} person={person}>
      {readings === undefined ? (
        <PartPending error={latest.error} onRetry={() => void latest.mutate()} height={48} />
      ) : (
        <SensorOffsets
          sentry={card.sentry.guid}
          readings={readings}
          mayTune={card.mayChange}
          useCelsius={preferences.useCelsius}
        />
      )}
    </DeviceCard>
  );
}
