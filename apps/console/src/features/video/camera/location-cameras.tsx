/** The cameras on the page of a location. Their code is loaded where there are any. */
import { loadable, useLoaded } from '../../../lib/loadable.tsx';
import { useProfile } from '../../session/index.ts';
import { useLocationCamera } from '../use-location-camera.ts';

const CameraCards = loadable(() => import('./camera-cards.tsx'), 'video');

interface Props {
  readonly location: string;
  readonly timezone: string;
}

export function LocationCameras({ location, timezone }: Props) {
  const { display } = useProfile();
  const { data } = useLocationCamera(location);
  const cameras = data?.cameras.filter(({ hasCamera }) => hasCamera) ?? [];
  // Displays get no stills, and do not say who watches.
  return display || data === undefined || cameras.length === 0 ? null : (
    <LoadedCards location={location} timezone={timezone} camera={data} />
  );
}

function LoadedCards(props: Parameters<typeof CameraCards>[0]) {
  return useLoaded(CameraCards) ? (
    <CameraCards {...props} />
  ) : (
    <div className="skeleton" style={{ height: 300 }} aria-hidden="true" />
  );
}
