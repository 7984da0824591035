/** The base zone of a policy on one sensor being edited: its cells, and saving them. */
import type { LocationOut, PolicyOut, ZoneOut } from '@picket/contracts/types';
import { ZONE_COLUMNS, ZONE_ROWS } from '@picket/domain/zones';
import { useMemo, useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { nameText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { showToast } from '../../ui/toasts.ts';
import { exclusionsOf, type Grid, gridFrom, rebaseGrid } from './grid-model.ts';
import type { PictureSensor } from './picture-sensors.ts';
import { useLatestFrame } from './use-latest-frame.ts';

export interface BaseZoneSubject {
  readonly location: LocationOut;
  readonly policy: PolicyOut;
  readonly sensor: PictureSensor;
  /** undefined: the policy watches the whole picture. */
  readonly zone: ZoneOut | undefined;
}

const reloadZones = (): Promise<unknown> => refresh('GET /locations/{guid}/zones');

/** The cells of the zone, else of the whole picture. Those of sub-zones are locked. */
const gridOf = (zone: ZoneOut | undefined, rows: number, columns: number): Grid =>
  gridFrom(
    rows,
    columns,
    ({ row, column }) => (zone?.exclusions[row]?.[column] ?? 'included') === 'included',
    ({ row, column }) => zone?.exclusions[row]?.[column] !== 'excluded-tagged',
  );

function save({ location, policy, sensor, zone }: BaseZoneSubject, name: string, grid: Grid): Promise<ZoneOut> {
  const params = { guid: location.guid };
  const exclusions = exclusionsOf(grid, () => 'excluded-tagged');
  if (zone === undefined)
    return api('POST /locations/{guid}/zones', {
      params,
      body: {
        name,
        sentry: sensor.sentry.guid,
        sensorMetricIdList: [sensor.sensorMetricId],
        rows: grid.rows,
        columns: grid.columns,
        exclusions,
        policy: policy.guid,
      },
    });
  return api('PATCH /locations/{guid}/zones/{zoneId}', {
    params: { ...params, zoneId: zone.zoneId },
    body: { name, exclusions },
    headers: ifUnmodifiedSince(zone),
  });
}

/** `grid` is null until the size of the picture is known. */
export function useBaseZoneForm(subject: BaseZoneSubject) {
  const t = useText();
  const { policy, sensor, zone } = subject;
  const { frame, isKnown } = useLatestFrame(sensor.sentry.guid, sensor.sensorMetricId);
  const [typed, setTyped] = useState<string | null>(null);
  const unchangedName = zone?.name ?? `${nameText(t, policy.name)}, ${sensor.sentry.name}`;
  const name = typed ?? unchangedName;
  const saved = useMemo(
    () =>
      isKnown
        ? gridOf(zone, zone?.rows ?? frame?.rows ?? ZONE_ROWS, zone?.columns ?? frame?.columns ?? ZONE_COLUMNS)
        : null,
    [zone, frame, isKnown],
  );
  const [painted, setPainted] = useState<{ readonly grid: Grid; readonly on: ZoneOut | undefined } | null>(null);
  const grid = useMemo(
    () => (saved === null || painted === null ? saved : rebaseGrid(saved, painted.grid)),
    [saved, painted],
  );
  const { busy, problem, submit, reset } = useSave(async () => {
    if (grid === null) return;
    const next = await save(subject, name, grid);
    await reloadZones();
    // What was painted or typed while it was sent is not saved yet.
    setPainted((now) => (now === null || now === painted ? null : { grid: now.grid, on: next }));
    setTyped((now) => (now === typed ? null : now));
    showToast(t('zones.saved'), t('zones.savedText'));
  }, reloadZones);
  return {
    frame,
    name,
    grid,
    isPainted: painted !== null,
    /** Something would be lost: also of a zone that is new, and can be saved as it is. */
    isTouched: painted !== null || name !== unchangedName,
    isDirty: zone === undefined || painted !== null || name !== zone.name,
    /** Another user redrew the zone in the meantime: this draft is kept, and can be discarded. */
    hasConflict: !busy && painted !== null && painted.on?.last_update_ts !== zone?.last_update_ts,
    busy,
    problem,
    submit,
    rename: (next: string): void => {
      setTyped(next);
      reset();
    },
    paint: (next: Grid): void => {
      setPainted({ grid: next, on: painted === null ? zone : painted.on });
      reset();
    },
    discard: (): void => {
      setPainted(null);
      setTyped(null);
    },
  };
}
