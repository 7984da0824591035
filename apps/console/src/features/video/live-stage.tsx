/** The live picture with what lies over it: how late it is, the thermal picture, and what stands in its place. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { LivePlaceholder } from './live-placeholder.tsx';
import classes from './live-stage.module.css';
import type { LivePicture } from './use-live-viewing.ts';

/** Later than this the picture is called slow. */
const SLOW_SECONDS = 3;

interface Props {
  readonly picture: LivePicture;
  readonly location: string;
  readonly timezone: string;
  readonly sentry: string;
  /** When cameras that are off are turned on again; undefined: unknown. */
  readonly offUntil: string | undefined;
  readonly children: ReactNode;
}

export function LiveStage({ picture, location, timezone, sentry, offUntil, children }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const { state, route, lateness, capturedAt, element, directElement } = picture;
  const isDirect = route === 'direct';
  const label = t('video.pictureOf', { sentry });
  const [hasPicture, setHasPicture] = useState(false);
  const isLive = state.kind === 'live' || state.kind === 'stillWatching';
  const isSlow = isLive && ((lateness ?? 0) > SLOW_SECONDS || (state.kind === 'live' && state.isSkipping));
  return (
    <div className={classes.stage} data-state={state.kind}>
      <video
        ref={element}
        className={classes.video}
        muted
        autoPlay
        playsInline
        aria-label={label}
        aria-hidden={isDirect}
        onLoadedData={() => setHasPicture(true)}
      />
      <video
        ref={directElement}
        className={classes.direct}
        data-shown={isDirect || undefined}
        muted
        autoPlay
        playsInline
        aria-label={label}
        aria-hidden={!isDirect}
      />
      {isLive && hasPicture && children}
      {isLive && (
        <span className={classes.chip} data-slow={isSlow || undefined}>
          <span className={classes.dot} aria-hidden="true" />
          {isSlow ? t('video.slow') : t('video.live')}
          {lateness !== null && ` · ${t('video.behind', { seconds: formats.number(lateness, 1) })}`}
        </span>
      )}
      <span className={classes.place}>
        {sentry}
        {capturedAt !== null && ` · ${formats.timeWithSeconds(capturedAt)}`}
      </span>
      <LivePlaceholder
        picture={picture}
        location={location}
        hasPicture={hasPicture && state.kind !== 'off' && state.kind !== 'mask'}
        offUntil={offUntil === undefined ? undefined : formats.dateTime(offUntil)}
      />
      {isSlow && <p className={classes.note}>{t('video.slowText')}</p>}
    </div>
  );
}
