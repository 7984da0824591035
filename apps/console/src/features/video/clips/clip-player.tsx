/** Plays a clip: picture with the thermal one over it, film strip, readings, keys. One position moves all of them. */
import type { StepCode } from '@picket/contracts/alerts';
import type { AlertEvidenceOut, ClipOut } from '@picket/contracts/types';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { setAlertCursor } from '../../alerts/index.ts';
import { THERMAL_METRIC } from '../../readings/index.ts';
import { ThermalOverlay } from '../thermal-overlay.tsx';
import { useLocationCamera } from '../use-location-camera.ts';
import { ClipControls } from './clip-controls.tsx';
import { ClipKeys } from './clip-keys.tsx';
import { ClipFailure } from './clip-placeholder.tsx';
import classes from './clip-player.module.css';
import { ClipReadings } from './clip-readings.tsx';
import { type ClipSpan, instantOf, isInside, positionOf, spanOf } from './clip-time.ts';
import { FilmStrip } from './film-strip.tsx';
import { type Playback, RATES, useClipPlayback } from './use-clip-playback.ts';
import { type ClipSource, useClipSource } from './use-clip-source.ts';
import { type ClipThermal, useClipThermal } from './use-clip-thermal.ts';

const DEFAULT_STRENGTH = 0.4;
/** How far the pictures of a time lapse are apart. */
const TIME_LAPSE_PICTURE_SECONDS = 10;
/** A clip opens a little before the alert was raised. */
const LEAD_MS = 2000;

interface Props {
  readonly clip: ClipOut;
  readonly links: NonNullable<ClipOut['links']>;
  readonly alert: AlertEvidenceOut;
  readonly timezone: string;
}

export function ClipPlayer({ clip, links, alert, timezone }: Props) {
  const span = spanOf(clip);
  const source = useClipSource(links);
  const raised = Date.parse(alert.raisedAt);
  const [startAt] = useState(() => (isInside(span, raised) ? positionOf(span, raised - LEAD_MS) : 0));
  const playback = useClipPlayback(
    span.seconds,
    source,
    startAt,
    clip.isTimeLapse ? TIME_LAPSE_PICTURE_SECONDS : undefined,
  );
  const { position, seek } = playback;
  const at = instantOf(span, position);
  const thermal = useClipThermal(clip.sentry.guid, span, at);
  const [strength, setStrength] = useState(DEFAULT_STRENGTH);
  const frame = useRef<HTMLDivElement>(null);
  useSharedCursor(span, at, seek);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of everything inside, each of which can be reached by itself
    <div className={classes.player} onKeyDown={(event) => pressKey(event, playback)}>
      <div ref={frame} className={classes.frame}>
        <ClipStage
          clip={clip}
          source={source}
          playback={playback}
          at={at}
          timezone={timezone}
          thermal={thermal}
          strength={strength}
        />
      </div>
      <ClipControls
        playback={playback}
        seconds={span.seconds}
        strength={thermal === null ? null : strength}
        onStrength={setStrength}
        onFullscreen={() => void frame.current?.requestFullscreen()}
      />
      <div className={classes.timeline}>
        <FilmStrip
          clip={clip}
          span={span}
          picture={source.strip}
          alert={alert}
          markers={markersOf(alert)}
          position={position}
          timezone={timezone}
          onSeek={seek}
        />
        <ClipReadings alert={alert} span={span} at={at} timezone={timezone} />
        <ClipKeys />
      </div>
    </div>
  );
}

/** The timeline of the page follows the clip, and leads to its instants. */
function useSharedCursor(span: ClipSpan, at: number, seek: (seconds: number) => void): void {
  const { from, to } = span;
  useEffect(() => {
    setAlertCursor({
      at,
      from,
      to,
      seek: (instant) => seek(positionOf({ from, to, seconds: (to - from) / 1000 }, instant)),
    });
  });
  useEffect(() => () => setAlertCursor(null), []);
}

/** When the conditions were met, and when the alert was raised and cleared. */
function markersOf({ timeline }: AlertEvidenceOut) {
  return timeline.flatMap(({ at, code }) => {
    const tone = MARKER_TONES.get(code);
    return tone === undefined ? [] : [{ at: Date.parse(at), tone }];
  });
}

const MARKER_TONES: ReadonlyMap<StepCode, string> = new Map([
  ['CONDITION_MET', 'plain'],
  ['RAISED', 'hit'],
  ['EXIT_STARTED', 'plain'],
  ['CLEARED', 'good'],
]);

/** Space plays, arrows go by pictures, J K L change the speed. Fields and buttons keep the keys they use. */
function pressKey(event: KeyboardEvent<HTMLElement>, playback: Playback): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
  const usesKeys = event.target.closest('button, input, label, [role="slider"]') !== null;
  if (runSpeedKey(event.key.toLowerCase(), playback) || (!usesKeys && runPlayKey(event.key, playback)))
    event.preventDefault();
}

/** Returns whether the key is one of them. */
function runSpeedKey(key: string, { rate, isPlaying, pause, toggle, setRate }: Playback): boolean {
  const other = (by: number) => RATES[RATES.indexOf(rate) + by] ?? rate;
  if (key === 'k') pause();
  else if (key === 'j') setRate(other(-1));
  else if (key === 'l' && isPlaying) setRate(other(1));
  else if (key === 'l') toggle();
  else return false;
  return true;
}

function runPlayKey(key: string, { toggle, step }: Playback): boolean {
  if (key === ' ') toggle();
  else if (key === 'ArrowLeft') step(-1);
  else if (key === 'ArrowRight') step(1);
  else return false;
  return true;
}

interface StageProps extends Pick<Props, 'clip' | 'timezone'> {
  readonly source: ClipSource;
  readonly playback: Playback;
  readonly at: number;
  readonly thermal: ClipThermal | null;
  readonly strength: number;
}

function ClipStage({ clip, source, playback, at, timezone, thermal, strength }: StageProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const { data: camera } = useLocationCamera(clip.location);
  const calibration = camera?.cameras.find(({ sentry }) => sentry === clip.sentry.guid)?.calibration;
  const { element, toggle, hasFailed, retry } = playback;
  return (
    <div className={classes.stage}>
      <video
        ref={element}
        className={classes.video}
        src={source.play}
        {...(source.still === null ? {} : { poster: source.still })}
        muted
        playsInline
        preload="metadata"
        tabIndex={0}
        aria-label={t('clips.pictureOf', { sentry: clip.sentry.name, time: formats.dateTime(clip.startedAt) })}
        onClick={toggle}
      />
      {thermal !== null && <ThermalOverlay {...thermal} strength={strength} calibration={calibration} />}
      <span className={classes.chip}>{formats.timeWithSeconds(at)}</span>
      {thermal !== null && (
        <span className={classes.chip} data-side="right">
          {t('clips.hottest', { value: formats.valueText(THERMAL_METRIC, 'max', thermal.extremes.max) })}
        </span>
      )}
      {hasFailed && <ClipFailure onRetry={retry} />}
    </div>
  );
}
