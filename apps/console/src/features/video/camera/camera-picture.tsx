/** What a camera sees, below what is drawn over it: the still of its newest clip, or its live picture. */
import type { SentryCameraOut } from '@picket/contracts/types';
import { type ReactNode, useState } from 'react';
import { API_BASE } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { refusalOf, useLiveViewing } from '../use-live-viewing.ts';
import classes from './camera-settings.module.css';
import { useNewestStill } from './use-camera-settings.ts';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: SentryCameraOut;
  /** While the cameras are off there is no live picture. */
  readonly isOff: boolean;
  readonly children: ReactNode;
}

export function CameraPicture({ location, timezone, camera, isOff, children }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const [isLive, setLive] = useState(false);
  const still = useNewestStill(camera.sentry);
  const { width = 16, height = 9 } = camera;
  return (
    <div className="stack-tight">
      <div className={classes.picture} style={{ aspectRatio: `${width} / ${height}` }}>
        {isLive ? (
          <LivePicture location={location} sentry={camera.sentry} name={camera.name} />
        ) : (
          still.path !== undefined && <img src={`${API_BASE}${still.path}`} alt="" onError={still.onError} />
        )}
        {children}
      </div>
      <p className="row small muted num">
        {!isLive && still.at !== undefined && t('camera.still', { time: formats.dateTime(still.at) })}
        {!isLive && still.isKnown && still.at === undefined && t('camera.noStill')}
        {refusalOf(camera, isOff) === null && (
          <button type="button" className="link-button" onClick={() => setLive(!isLive)}>
            {t(isLive ? 'camera.useStill' : 'camera.useLive')}
          </button>
        )}
      </p>
    </div>
  );
}

interface LiveProps {
  readonly location: string;
  readonly sentry: string;
  readonly name: string;
}

function LivePicture({ location, sentry, name }: LiveProps) {
  const t = useText();
  const { element, state } = useLiveViewing(location, sentry, null, () => {});
  const isWaiting = state.kind === 'live' || state.kind === 'connecting' || state.kind === 'stillWatching';
  return (
    <>
      <video ref={element} muted autoPlay playsInline aria-label={t('video.pictureOf', { sentry: name })} />
      {!isWaiting && (
        <p className={classes.unavailable} role="status">
          {t('camera.liveUnavailable')}
        </p>
      )}
    </>
  );
}
