import type { AssetOut, LocationReadingOut, SentryOut, ZoneOut } from '@picket/contracts/types';
import { ThermalPicture } from './thermal-picture.tsx';
import { THERMAL_METRIC } from './use-thermal-frames.ts';

interface Props {
  readonly sentries: readonly SentryOut[];
  readonly readings: readonly LocationReadingOut[];
  readonly timezone: string;
  readonly zones: readonly ZoneOut[];
  readonly assets: readonly AssetOut[];
}

/** The thermal picture of each sentry that takes pictures. */
export function ThermalPictures({ sentries, readings, timezone, zones, assets }: Props) {
  return sentries.flatMap((sentry) => {
    const newest = readings.find(
      (one) => one.sentry === sentry.guid && one.sensorMetricId === THERMAL_METRIC && one.column === 'max',
    );
    if (newest === undefined) return [];
    return [
      <ThermalPicture
        key={sentry.guid}
        sentry={sentry}
        timezone={timezone}
        newestAt={Date.parse(newest.at)}
        zones={zones}
        assets={assets}
      />,
    ];
  });
}
