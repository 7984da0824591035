/** All settings of a location's cameras, and who watches. */
import type { LocationCameraOut } from '@picket/contracts/types';
import { CameraList } from './camera-list.tsx';
import { CameraModeForm } from './camera-mode-form.tsx';
import classes from './camera-settings.module.css';
import { LocationViewers } from './location-viewers.tsx';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: LocationCameraOut;
}

export function CameraSettings({ location, timezone, camera }: Props) {
  return (
    <div className={classes.columns}>
      <div className="stack">
        <CameraModeForm key={location} location={location} timezone={timezone} camera={camera} />
        <CameraList location={location} timezone={timezone} camera={camera} />
      </div>
      <div className="stack">
        <LocationViewers location={location} timezone={timezone} />
      </div>
    </div>
  );
}
