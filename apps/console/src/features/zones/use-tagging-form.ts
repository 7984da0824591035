/** A tagging zone being edited: its cells, its limits, and saving both. */
import type { LocationOut, TaggingZoneOut, ZoneOut } from '@picket/contracts/types';
import { leadingColumnOf, metricOf } from '@picket/domain/metrics';
import { newViolation, type PolicyContent, type Violation } from '@picket/domain/policies';
import { isSame } from '@picket/domain/same-value';
import { useMemo, useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { showToast } from '../../ui/toasts.ts';
import { contentBody, defaultCondition, refreshPolicies } from '../policies/index.ts';
import { exclusionsOf, type Grid, gridFrom, rebaseGrid } from './grid-model.ts';
import type { PictureSensor } from './picture-sensors.ts';

export interface TaggingSubject {
  readonly location: LocationOut;
  readonly sensor: PictureSensor;
  /** The zone whose cells it takes. */
  readonly parent: ZoneOut;
  /** null: a new zone. */
  readonly tagging: TaggingZoneOut | null;
}

interface TaggingContent {
  readonly name: string;
  readonly grid: Grid;
  readonly content: PolicyContent;
}

const freshContent = (t: Translator, sensorMetricId: string): PolicyContent => ({
  definition: {
    violations: [
      newViolation(
        t(metricOf(sensorMetricId)?.frame === 'motion' ? 'zones.tagging.motion' : 'zones.tagging.tooHot'),
        360,
        defaultCondition(sensorMetricId, leadingColumnOf(sensorMetricId)),
        { onsetDelay: 60, exitDelay: 120 },
      ),
    ],
  },
  doNotDisturb: null,
});

/** The server sets the zone of these conditions. */
const withoutZone = (violation: Violation): Violation => ({
  ...violation,
  conditions: violation.conditions.map(({ zoneId: _, ...condition }) => condition),
});

const contentOf = ({ policy }: TaggingZoneOut): PolicyContent => ({
  definition: { violations: policy.definition.violations.map(withoutZone) },
  doNotDisturb: policy.doNotDisturb ?? null,
});

/** Only cells that belong to the parent, or to this zone already, can be painted. */
function gridWithin(parent: ZoneOut, own: ZoneOut | undefined): Grid {
  const isOwn = (row: number, column: number): boolean => own?.exclusions[row]?.[column] === 'included';
  return gridFrom(
    parent.rows,
    parent.columns,
    ({ row, column }) => isOwn(row, column),
    ({ row, column }) => isOwn(row, column) || parent.exclusions[row]?.[column] === 'included',
  );
}

export const reloadZones = (): Promise<unknown> =>
  Promise.all([
    refresh('GET /locations/{guid}/zones'),
    refresh('GET /locations/{guid}/tagging-zones/{policyGuid}'),
    refreshPolicies(),
  ]);

const hasSameCells = (one: Grid, other: Grid): boolean => isSame([...one.cells], [...other.cells]);

/** Creates the zone, or saves what differs from `saved`. */
async function save(subject: TaggingSubject, saved: TaggingContent, next: TaggingContent): Promise<void> {
  const { location, sensor, parent, tagging } = subject;
  const params = { guid: location.guid };
  const exclusions = exclusionsOf(next.grid, () => 'excluded');
  if (tagging === null)
    await api('POST /locations/{guid}/tagging-zones', {
      params,
      body: {
        name: next.name,
        ...(parent.sentry === undefined ? {} : { sentry: parent.sentry }),
        sensorMetricIdList: [sensor.sensorMetricId],
        rows: parent.rows,
        columns: parent.columns,
        exclusions,
        parentId: parent.zoneId,
        ...contentBody(next.content),
      },
    });
  else
    await api('PATCH /locations/{guid}/tagging-zones/{policyGuid}', {
      params: { ...params, policyGuid: tagging.policy.guid },
      body: {
        ...(next.name === saved.name ? {} : { name: next.name }),
        ...(hasSameCells(next.grid, saved.grid) ? {} : { exclusions }),
        ...(isSame(next.content, saved.content) ? {} : contentBody(next.content)),
      },
      headers: ifUnmodifiedSince(tagging),
    });
}

/** `onSaved` is called once the zone is in force. */
export function useTaggingForm(subject: TaggingSubject, onSaved: () => void) {
  const t = useText();
  const { sensor, parent, tagging } = subject;
  const { sensorMetricId } = sensor;
  const saved = useMemo(
    (): TaggingContent => ({
      grid: gridWithin(parent, tagging?.zone),
      name: tagging?.zone.name ?? '',
      content: tagging === null ? freshContent(t, sensorMetricId) : contentOf(tagging),
    }),
    [t, parent, tagging, sensorMetricId],
  );
  const [painted, setPainted] = useState<Grid | null>(null);
  const [typed, setTyped] = useState<Partial<Omit<TaggingContent, 'grid'>>>({});
  const grid = useMemo(() => (painted === null ? saved.grid : rebaseGrid(saved.grid, painted)), [saved, painted]);
  const { name = saved.name, content = saved.content } = typed;
  // The version it is based on: somebody else may save meanwhile.
  const [begunAt] = useState(tagging?.last_update_ts);
  const isDirty = !hasSameCells(grid, saved.grid) || name !== saved.name || !isSame(content, saved.content);
  const { busy, problem, submit, reset } = useSave(async () => {
    await save(subject, saved, { name, grid, content });
    await reloadZones();
    showToast(t('zones.saved'), t('zones.savedText'));
    onSaved();
  }, reloadZones);
  return {
    saved,
    name,
    grid,
    content,
    isDirty,
    hasConflict: isDirty && tagging?.last_update_ts !== begunAt,
    busy,
    problem,
    submit,
    paint: (next: Grid): void => {
      setPainted(next);
      reset();
    },
    change: (part: typeof typed): void => {
      setTyped({ ...typed, ...part });
      reset();
    },
  };
}
