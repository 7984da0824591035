/** A card for each camera of a location: its newest still with its age, or why there is none, and who watches now. */
import { Button } from '@mantine/core';
import type { LocationCameraOut, SentryCameraOut } from '@picket/contracts/types';
import { IconCamera, IconVideoOff, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { API_BASE } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useProfile } from '../../session/index.ts';
import classes from './camera-cards.module.css';
import { cameraStateText } from './camera-state-text.ts';
import { useLocationViews, useNewestStill } from './use-camera-settings.ts';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: LocationCameraOut;
}

export default function CameraCards({ location, timezone, camera }: Props) {
  const { data: views } = useLocationViews(location);
  return camera.cameras
    .filter(({ hasCamera }) => hasCamera)
    .map((one) => (
      <CameraCard
        key={one.sentry}
        location={location}
        timezone={timezone}
        camera={camera}
        one={one}
        watching={(views?.watching ?? []).filter(({ sentry }) => sentry.guid === one.sentry).map(({ name }) => name)}
      />
    ));
}

interface CardProps extends Props {
  readonly one: SentryCameraOut;
  /** The names of who watches now. */
  readonly watching: readonly string[];
}

function CameraCard({ location, timezone, camera, one, watching }: CardProps) {
  const t = useText();
  const { display } = useProfile();
  const names = [...new Set(watching)];
  return (
    <section className={`card ${classes.card}`} aria-label={t('camera.of', { sentry: one.name })}>
      <CameraStill camera={camera} one={one} timezone={timezone} />
      <div className={classes.foot}>
        <div className="row">
          <h2 className="grow">{t('camera.of', { sentry: one.name })}</h2>
          {!display && !camera.isOff && (
            <Button size="xs" component={Link} to={`/locations/${location}/live`}>
              {t('camera.watchLive')}
            </Button>
          )}
        </div>
        {!camera.isOff && (
          <p className="small">
            {names.length === 0 ? (
              <span className="muted">{t('camera.unwatched')}</span>
            ) : (
              <>
                <strong>{t('camera.watching', { count: names.length })}</strong>{' '}
                <span className="muted">{names.join(', ')}</span>
              </>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

type StillProps = Pick<CardProps, 'camera' | 'one' | 'timezone'>;

/** The newest still, and what lies over it. */
function CameraStill({ camera, one, timezone }: StillProps) {
  const t = useText();
  const now = useNow();
  const formats = useFormats(timezone);
  const still = useNewestStill(one.sentry);
  const { width = 16, height = 9 } = one;
  const over = (icon: ReactNode, text: string) => (
    <span className={classes.over}>
      {icon}
      <span>{text}</span>
    </span>
  );
  if (camera.isOff)
    return (
      <div className={classes.still} data-variant="shutter" style={{ aspectRatio: `${width} / ${height}` }}>
        {over(
          <IconVideoOff size={26} aria-hidden="true" />,
          `${t('camera.card')}: ${cameraStateText(t, camera, formats.dateTime)}`,
        )}
      </div>
    );
  return (
    <div className={classes.still} style={{ aspectRatio: `${width} / ${height}` }}>
      {still.path !== undefined && still.at !== undefined && (
        <>
          <img
            src={`${API_BASE}${still.path}`}
            alt={t('camera.stillOf', { sentry: one.name })}
            onError={still.onError}
          />
          <span className={classes.age}>
            <IconCamera size={14} aria-hidden="true" /> {t('camera.stillAge', { ago: formats.ago(still.at, now) })}
          </span>
        </>
      )}
      {one.channel === undefined && over(<IconWifiOff size={26} aria-hidden="true" />, t('camera.notConnected'))}
      {one.channel !== undefined &&
        still.isKnown &&
        still.path === undefined &&
        over(<IconCamera size={26} aria-hidden="true" />, t('camera.noStill'))}
    </div>
  );
}
