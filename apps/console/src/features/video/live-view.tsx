/** The live picture of a location's cameras, with its controls and who else views it. */
import type { LocationCameraOut, SentryCameraOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { type ReactNode, useRef, useState } from 'react';
import { currentTime } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { type ThermalPicture, useThermalFrames } from '../readings/index.ts';
import { LiveControls } from './live-controls.tsx';
import { LiveStage } from './live-stage.tsx';
import classes from './live-view.module.css';
import { takeSnapshot } from './take-snapshot.ts';
import { ThermalOverlay } from './thermal-overlay.tsx';
import { type LivePicture, refusalOf, useLiveViewing } from './use-live-viewing.ts';
import { useLocationCamera } from './use-location-camera.ts';
import { WatchingNow } from './watching-now.tsx';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: LocationCameraOut;
  /** Cards beside the picture, of the sentry whose camera is shown. */
  readonly children: (sentry: string) => ReactNode;
}

const DEFAULT_STRENGTH = 0.45;

export function LiveView({ location, timezone, camera, children }: Props) {
  // A sentry without a camera has nothing to show here.
  const cameras = camera.cameras.filter(({ hasCamera }) => hasCamera);
  const [chosen, setChosen] = useState(cameras[0]?.sentry ?? '');
  const shown = cameras.find(({ sentry }) => sentry === chosen) ?? cameras[0];
  if (shown === undefined) return null;
  return (
    <ShownCamera
      key={shown.sentry}
      location={location}
      timezone={timezone}
      cameras={cameras}
      shown={shown}
      off={camera}
      onChoose={setChosen}
    >
      {children(shown.sentry)}
    </ShownCamera>
  );
}

interface ShownProps extends Pick<Props, 'location' | 'timezone'> {
  readonly cameras: readonly SentryCameraOut[];
  readonly shown: SentryCameraOut;
  readonly off: Pick<LocationCameraOut, 'isOff' | 'offUntil'>;
  readonly onChoose: (sentry: string) => void;
  readonly children: ReactNode;
}

function ShownCamera({ location, timezone, cameras, shown, off, onChoose, children }: ShownProps) {
  const t = useText();
  const { mutate } = useLocationCamera(location);
  const picture = useLiveViewing(location, shown.sentry, refusalOf(shown, off.isOff), () => void mutate());
  const { shown: thermal } = useThermalFrames(shown.sentry, 0);
  const [strength, setStrength] = useState(DEFAULT_STRENGTH);
  const frame = useRef<HTMLDivElement>(null);
  const { element, directElement, route, state, watchers } = picture;
  const snapshot = (): void => {
    const { current } = route === 'direct' ? directElement : element;
    if (current !== null) takeSnapshot(current, `${shown.name} ${formatInstant(Date.now())}.jpg`);
  };
  return (
    <div className={classes.columns}>
      <section className={`card ${classes.picture}`} aria-label={t('video.pictureOf', { sentry: shown.name })}>
        <div ref={frame}>
          <LiveStage
            picture={picture}
            location={location}
            timezone={timezone}
            sentry={shown.name}
            offUntil={off.offUntil}
          >
            {thermal !== null && <ThermalOverlay {...thermal} strength={strength} calibration={shown.calibration} />}
          </LiveStage>
        </div>
        <LiveControls
          cameras={cameras}
          chosen={shown.sentry}
          onChoose={onChoose}
          strength={thermal === null ? null : strength}
          onStrength={setStrength}
          onSnapshot={state.kind === 'live' ? snapshot : null}
          onFullscreen={() => void frame.current?.requestFullscreen()}
        />
        <PictureFacts picture={picture} thermal={thermal} isMasked={shown.isMasked} />
      </section>
      <div className="stack">
        <WatchingNow people={watchers} timezone={timezone} />
        {children}
      </div>
    </div>
  );
}

interface FactsProps {
  readonly picture: LivePicture;
  readonly thermal: ThermalPicture | null;
  readonly isMasked: boolean;
}

/** The format of the picture, how old the thermal one is, and whether cells are masked. */
function PictureFacts({ picture: { video, route }, thermal, isMasked }: FactsProps) {
  const t = useText();
  const formats = useFormats();
  return (
    <p className={`small muted num ${classes.facts}`}>
      {thermal !== null && <span>{t('video.thermalAge', { ago: formats.ago(thermal.at, currentTime()) })}</span>}
      {video !== null && (
        <span>{t('video.format', { width: formats.number(video.width), height: formats.number(video.height) })}</span>
      )}
      {video !== null && <span role="status">{t(`video.route.${route}`)}</span>}
      {(isMasked || video?.isMasked === true) && <span>{t('video.masked')}</span>}
    </p>
  );
}
