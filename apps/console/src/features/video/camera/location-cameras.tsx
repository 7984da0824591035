/** The cameras on the page of a location. Their code is loaded where there are any. */
import { loadable, useLoaded } from '../../../lib/loadable.tsx';
import { useProfile } from '../../session/index.ts';
import { useLocationCamera } from '../use-location-camera.ts';

const CameraCards = loadable(() => import('./camera-cards.tsx'), 'video');

interface Props {
  readonly location: string;
  readonly timezone: string;
  /** Whether there is any, as far as is known. */
  readonly hasCamera: boolean;
}

export function LocationCameras({ location, timezone, hasCamera }: Props) {
  const { display } = useProfile();
  // Displays get no stills, and do not say who watches.
  return display || !hasCamera ? null : <LoadedCards location={location} timezone={timezone} />;
}

function LoadedCards({ location, timezone }: Pick<Props, 'location' | 'timezone'>) {
  const { data } = useLocationCamera(location);
  const isCodeLoaded = useLoaded(CameraCards);
  if (data === undefined || !isCodeLoaded)
    return <div className="skeleton" style={{ height: 300 }} aria-hidden="true" />;
  if (data.cameras.every((one) => !one.hasCamera)) return null;
  return <CameraCards location={location} timezone={timezone} camera={data} />;
}
