/** /locations/:id/settings: the settings and assets of a location. */
import { isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { AssetList } from '../../features/locations/settings/asset-list.tsx';
import { DeleteLocation } from '../../features/locations/settings/delete-location.tsx';
import { LocationAttributes } from '../../features/locations/settings/location-attributes.tsx';
import { SettingCards } from '../../features/locations/settings/setting-cards.tsx';
import { useLocationSettings } from '../../features/locations/settings/use-location-settings.ts';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { useCameraFact } from '../../features/video/camera/use-camera-fact.ts';
import { usePictureSensors } from '../../features/zones/picture-sensors.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { TwoColumns } from '../../ui/two-columns.tsx';

export default function LocationSettings() {
  const { id = '' } = useParams();
  const t = useText();
  const profile = useProfile();
  const location = useLocationData(id);
  const { isLoaded, ...settings } = useLocationSettings(id);
  const { sensors, error: unknown } = usePictureSensors(id);
  const camera = useCameraFact(id, location.data?.timezone);
  useLocationTitle(location.data, t('shell.page.settings'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || !isLoaded || (sensors === undefined && unknown === undefined)) return <LocationSkeleton />;
  const mayChange = isLocationAdmin(profile.permissions, id);
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.settings')} />
      <LocationTabs id={id} />
      <SettingCards
        location={location.data}
        settings={settings}
        mayChange={mayChange}
        zoneSensor={sensors?.[0]?.id}
        camera={camera}
      />
      <TwoColumns
        first={<AssetList location={id} assets={settings.assets} mayChange={mayChange} />}
        second={
          <>
            {mayChange && (
              <LocationAttributes location={location.data} person={profile.guid} reload={() => location.mutate()} />
            )}
            {isAdmin(profile.permissions) && (
              <DeleteLocation location={location.data} sentries={settings.sentries?.length} />
            )}
          </>
        }
      />
    </>
  );
}
