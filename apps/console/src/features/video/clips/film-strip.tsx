/** The film strip of a clip: drawn as a slider, with what happened above it and how long the alert lasted below. */
import type { AlertDetailOut, ClipOut } from '@picket/contracts/types';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useWidth } from '../../../lib/use-width.ts';
import { type ClipSpan, clockOfSeconds, instantOf, isInside, positionOf } from './clip-time.ts';
import classes from './film-strip.module.css';

/** In the picture that the sentry makes. */
const PICTURES = 20;
const HEIGHT = 52;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 10,
  PageDown: -10,
};

export interface StripMarker {
  readonly at: number;
  readonly tone: string;
}

interface Props {
  readonly clip: ClipOut;
  readonly span: ClipSpan;
  readonly picture: string | null;
  readonly alert: Pick<AlertDetailOut, 'raisedAt' | 'endedAt' | 'severityLabel'>;
  readonly markers: readonly StripMarker[];
  readonly position: number;
  readonly timezone: string;
  readonly onSeek: (seconds: number) => void;
}

export function FilmStrip({ clip, span, picture, alert, markers, position, timezone, onSeek }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const { ref, width } = useWidth<HTMLDivElement>();
  const isDragging = useRef(false);
  const percent = (at: number): string => `${(positionOf(span, at) / span.seconds) * 100}%`;
  const seekTo = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>): void => {
    const { left, width: whole } = currentTarget.getBoundingClientRect();
    onSeek(((clientX - left) / whole) * span.seconds);
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) onSeek(position + step);
    else if (event.key === 'Home') onSeek(0);
    else if (event.key === 'End') onSeek(span.seconds);
    else return;
    // The player has other uses for these keys.
    event.preventDefault();
    event.stopPropagation();
  };
  const time = formats.timeWithSeconds(instantOf(span, position));
  return (
    <div
      ref={ref}
      className={classes.strip}
      role="slider"
      tabIndex={0}
      aria-label={t('clips.strip')}
      aria-valuemin={0}
      aria-valuemax={Math.round(span.seconds)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={`${clockOfSeconds(position)}, ${time}`}
      onKeyDown={press}
      onPointerDown={(event) => {
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (isDragging.current) seekTo(event);
      }}
      onPointerUp={() => {
        isDragging.current = false;
      }}
      onPointerCancel={() => {
        isDragging.current = false;
      }}
    >
      <div className={classes.ticks}>
        {markers
          .filter(({ at }) => isInside(span, at))
          .map(({ at, tone }) => (
            <span key={`${at} ${tone}`} data-tone={tone} style={{ left: percent(at) }} />
          ))}
      </div>
      <div className={classes.pictures} style={{ height: HEIGHT }}>
        {picture !== null && <StripPictures url={picture} width={width} aspect={aspectOf(clip)} />}
      </div>
      <div className={classes.span}>
        <span
          data-severity={alert.severityLabel}
          style={{
            left: percent(Date.parse(alert.raisedAt)),
            right: `calc(100% - ${percent(alert.endedAt === undefined ? span.to : Date.parse(alert.endedAt))})`,
          }}
        />
      </div>
      <div className={classes.cursor} style={{ left: `${(position / span.seconds) * 100}%` }}>
        <span
          className={classes.time}
          data-side={position > span.seconds * 0.85 ? 'left' : position < span.seconds * 0.15 ? 'right' : undefined}
        >
          {time}
        </span>
      </div>
    </div>
  );
}

const aspectOf = ({ width, height }: ClipOut): number =>
  width === undefined || height === undefined || height === 0 ? 16 / 9 : width / height;

/** As many of the pictures as fit in their own proportions. */
function StripPictures({
  url,
  width,
  aspect,
}: {
  readonly url: string;
  readonly width: number;
  readonly aspect: number;
}) {
  const count = Math.min(PICTURES, Math.max(4, Math.round(width / (HEIGHT * aspect))));
  return Array.from({ length: count }, (_, index) => {
    const shown = Math.floor(((index + 0.5) * PICTURES) / count);
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture is its place
        key={index}
        style={{
          backgroundImage: `url("${url}")`,
          backgroundSize: `${PICTURES * 100}% 100%`,
          backgroundPositionX: `${(shown / (PICTURES - 1)) * 100}%`,
        }}
      />
    );
  });
}
