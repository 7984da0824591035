/** What a thermal imager sees: live, or at a time of the last day. */

import { Button, Slider } from '@mantine/core';
import type { AssetOut, ZoneOut } from '@picket/contracts/types';
import type { ReactNode, RefCallback } from 'react';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useNear } from '../../ui/use-near.ts';
import { ThermalImage } from './thermal-image.tsx';
import styles from './thermal-picture.module.css';
import { THERMAL_METRIC, type ThermalFrames, useThermalFrames } from './use-thermal-frames.ts';

interface Props {
  readonly sentry: { readonly guid: string; readonly name: string };
  readonly timezone: string;
  /** When the last picture known to the page was taken, in milliseconds. */
  readonly newestAt: number;
  readonly zones: readonly ZoneOut[];
  readonly assets: readonly AssetOut[];
}

export function ThermalPicture({ sentry, timezone, newestAt, zones, assets }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const [ref, isNear] = useNear();
  const frames = useThermalFrames(sentry.guid, newestAt, isNear);
  const { shown, error, chosen, now, times } = frames;
  const own = zones.filter(
    ({ sentry: owner, sensorMetricIdList }) =>
      (owner === undefined || owner === sentry.guid) && sensorMetricIdList.includes(THERMAL_METRIC),
  );
  const age = (at: number): string => t('common.ago', { duration: formats.duration(Math.max(0, now - at)) });
  const takenAt = (at: number): string =>
    chosen === null ? age(at) : t('telemetry.thermal.takenAt', { time: formats.time(at), ago: age(at) });
  if (error !== undefined)
    return (
      <Frame ref={ref} sentry={sentry.name}>
        <p className="muted">{problemText(error)}</p>
      </Frame>
    );
  return (
    <Frame ref={ref} sentry={sentry.name} takenAt={shown === null ? null : takenAt(shown.at)}>
      {shown === null ? (
        <div className={isNear ? `skeleton ${styles.frame}` : styles.frame} aria-hidden="true" />
      ) : (
        <ThermalImage
          picture={shown}
          zones={own}
          assets={assets.filter(({ place }) => place?.sentry === sentry.guid)}
          sentry={sentry.name}
        />
      )}
      {times.length > 1 && <TimeOfPicture sentry={sentry.name} timezone={timezone} frames={frames} />}
    </Frame>
  );
}

interface FrameProps {
  readonly ref: RefCallback<HTMLElement>;
  /** Its name. */
  readonly sentry: string;
  readonly takenAt?: string | null;
  readonly children: ReactNode;
}

function Frame({ ref, sentry, takenAt = null, children }: FrameProps) {
  const t = useText();
  return (
    <section ref={ref} className="card pad stack thermal" aria-label={t('telemetry.thermal.label', { sentry })}>
      <div className="row">
        <h2>{t('telemetry.thermal.title', { sentry })}</h2>
        <span className="grow" />
        {takenAt !== null && <span className="small muted num">{takenAt}</span>}
      </div>
      {children}
    </section>
  );
}

interface TimeProps {
  /** Its name. */
  readonly sentry: string;
  readonly timezone: string;
  readonly frames: ThermalFrames;
}

/** Goes back in time, and returns to what is live. */
function TimeOfPicture({ sentry, timezone, frames: { times, chosen, choose } }: TimeProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const labelOf = (index: number): string => {
    const at = times[index];
    return at === undefined ? t('telemetry.thermal.now') : formats.time(at);
  };
  return (
    <div className={`row ${styles.time}`}>
      <Slider
        className="grow"
        min={0}
        max={times.length}
        value={chosen === null ? times.length : times.filter((time) => time <= chosen).length - 1}
        label={labelOf}
        thumbLabel={t('telemetry.thermal.time', { sentry })}
        onChange={(index) => choose(times[index] ?? null)}
      />
      <Button
        size="xs"
        variant={chosen === null ? 'filled' : 'default'}
        aria-pressed={chosen === null}
        onClick={() => choose(null)}
      >
        {t('telemetry.thermal.live')}
      </Button>
    </div>
  );
}
