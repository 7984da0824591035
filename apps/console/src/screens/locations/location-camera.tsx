/** /locations/:id/settings/camera: whether the cameras may show and record, masks, the thermal picture over theirs, who watches. */
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { CameraSettings } from '../../features/video/camera/camera-settings.tsx';
import { useLocationCamera } from '../../features/video/use-location-camera.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';

export default function LocationCameraScreen() {
  const { id = '' } = useParams();
  const t = useText();
  const location = useLocationData(id);
  const { data, error, mutate } = useLocationCamera(id);
  useLocationTitle(location.data, t('shell.page.camera'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.camera')} />
      <LocationTabs id={id} />
      <p className="muted">{t('camera.text')}</p>
      {error && !data && (
        <Problem title={t('camera.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />
      )}
      {!data && !error && <div className="skeleton" style={{ height: 480 }} aria-hidden="true" />}
      {data && <CameraSettings location={id} timezone={location.data.timezone} camera={data} />}
    </>
  );
}
