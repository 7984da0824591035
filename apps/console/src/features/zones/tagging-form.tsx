/** Creates and edits a tagging zone: its cells and its limits. */
import { Button } from '@mantine/core';
import type { LocationOut, TaggingZoneOut, ZoneOut } from '@picket/contracts/types';
import { newViolation, type PolicyContent, type Violation } from '@picket/domain/policies';
import { isSame } from '@picket/domain/policy-drafts';
import type { Cell } from '@picket/domain/zones';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, api, refresh } from '../../lib/api.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { WeeklySchedule } from '../../ui/weekly-schedule.tsx';
import {
  defaultCondition,
  definitionBody,
  doNotDisturbBody,
  type FieldMessage,
  refreshPolicies,
  ViolationEditor,
} from '../policies/index.ts';
import { GridEditor } from './grid-editor.tsx';
import { countOf, exclusionsOf, type Grid, gridFrom, rebaseGrid } from './grid-model.ts';
import type { PictureSensor } from './picture-sensors.ts';
import { useLatestFrame } from './use-latest-frame.ts';
import { ZoneLegend } from './zone-legend.tsx';
import { ZonePreview } from './zone-preview.tsx';

interface Props {
  readonly location: LocationOut;
  readonly sensor: PictureSensor;
  readonly parent: ZoneOut;
  /** The zones of the location, for their names. */
  readonly zones: readonly ZoneOut[];
  /** null: a new zone. */
  readonly tagging: TaggingZoneOut | null;
  readonly mayEdit: boolean;
  readonly useCelsius: boolean;
}

const freshContent = (sensorMetricId: string): PolicyContent => ({
  definition: {
    violations: [
      newViolation(
        sensorMetricId === 'camera_motion' ? 'Motion' : 'Too hot',
        360,
        defaultCondition(sensorMetricId, sensorMetricId === 'camera_motion' ? 'level' : 'max'),
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

function messagesFor(problem: unknown, index: number): readonly FieldMessage[] {
  const path = `definition.violations.${index}`;
  if (!(problem instanceof ApiError)) return [];
  return problem.errors.flatMap(({ name, message }) =>
    name.startsWith(path) ? [{ name: name.slice(path.length + 1), message }] : [],
  );
}

export function TaggingForm({ location, sensor, parent, zones, tagging, mayEdit, useCelsius }: Props) {
  const navigate = useNavigate();
  const { frame } = useLatestFrame(sensor.sentry.guid, sensor.sensorMetricId);
  const [asking, setAsking] = useState(false);
  const overview = `/locations/${location.guid}/settings/zones/tagging/${sensor.id}`;
  const saved = useMemo(() => {
    const own = tagging?.zone;
    const inParent = (row: number, column: number): Cell => parent.exclusions[row]?.[column] ?? 'excluded';
    const isOwn = (row: number, column: number): boolean => own?.exclusions[row]?.[column] === 'included';
    return {
      grid: gridFrom(
        parent.rows,
        parent.columns,
        ({ row, column }) => isOwn(row, column),
        ({ row, column }) => isOwn(row, column) || inParent(row, column) === 'included',
      ),
      name: own?.name ?? '',
      content: tagging === null ? freshContent(sensor.sensorMetricId) : contentOf(tagging),
    };
  }, [parent, tagging, sensor.sensorMetricId]);
  const [painted, setPainted] = useState<Grid | null>(null);
  const [typed, setTyped] = useState<{ readonly name?: string; readonly content?: PolicyContent }>({});
  const grid = useMemo(() => (painted === null ? saved.grid : rebaseGrid(saved.grid, painted)), [saved, painted]);
  const { name = saved.name, content = saved.content } = typed;
  const setContent = (next: PolicyContent): void => setTyped({ ...typed, content: next });
  // The version it is based on: somebody else may save meanwhile.
  const [begunAt] = useState(tagging?.last_update_ts);
  const hasConflict = tagging?.last_update_ts !== begunAt;
  const exclusions = useMemo(() => exclusionsOf(grid, () => 'excluded'), [grid]);
  const isPainted = !isSame([...grid.cells], [...saved.grid.cells]);
  const isDirty = isPainted || name !== saved.name || !isSame(content, saved.content);
  const others = zones.filter(({ zoneId }) => zoneId !== tagging?.zone.zoneId).map((one) => one.name);
  const { busy, problem, submit, reset } = useSave(
    async () => {
      const params = { guid: location.guid };
      const rule = {
        definition: definitionBody(content.definition),
        doNotDisturb: doNotDisturbBody(content.doNotDisturb),
      };
      if (tagging === null)
        await api('POST /locations/{guid}/tagging-zones', {
          params,
          body: {
            name,
            ...(parent.sentry === undefined ? {} : { sentry: parent.sentry }),
            sensorMetricIdList: [sensor.sensorMetricId],
            rows: parent.rows,
            columns: parent.columns,
            exclusions,
            parentId: parent.zoneId,
            ...rule,
          },
        });
      else
        await api('PATCH /locations/{guid}/tagging-zones/{policyGuid}', {
          params: { ...params, policyGuid: tagging.policy.guid },
          body: {
            ...(name === saved.name ? {} : { name }),
            ...(isPainted ? { exclusions } : {}),
            ...(isSame(content, saved.content) ? {} : rule),
          },
          headers: ifUnmodifiedSince(tagging),
        });
      await reloadZones();
      showToast('The zone is in force', 'Its history is recomputed from the stored pictures.');
      navigate(overview, { replace: true });
    },
    () => reloadZones(),
  );
  const { violations } = content.definition;
  return (
    <>
      <Form className="stack" label="Tagging zone" dirty={isDirty} onSubmit={() => void submit()}>
        <p className="muted">
          {tagging === null ? 'Sub-zone of' : 'Part of'} {parent.name}: its cells are watched by its own limits, and no
          longer by those of {parent.name}.
        </p>
        <div className="zone-columns">
          <section className="card pad stack" aria-label="Drawing">
            {mayEdit && (
              <NameField
                label="Name of the zone"
                placeholder="Rack 4"
                value={name}
                takenNames={others}
                problem={problem}
                onChange={(next) => {
                  setTyped({ ...typed, name: next });
                  reset();
                }}
              />
            )}
            <GridEditor
              grid={grid}
              frame={frame}
              sensorMetricId={sensor.sensorMetricId}
              readOnly={!mayEdit}
              useCelsius={useCelsius}
              onChange={(next) => {
                setPainted(next);
                reset();
              }}
            />
            <ZoneLegend locked={`not part of ${parent.name}, or part of a sub-zone already`} />
          </section>
          <div className="stack">
            {violations.map((violation, index) => (
              <ViolationEditor
                key={violation.description}
                violation={violation}
                was={tagging === null ? null : (saved.content.definition.violations[index] ?? null)}
                readOnly={!mayEdit}
                isFixed
                useCelsius={useCelsius}
                zones={[]}
                messages={messagesFor(problem, index)}
                onChange={(next) => {
                  setContent({
                    ...content,
                    definition: { violations: violations.map((one, place) => (place === index ? next : one)) },
                  });
                  reset();
                }}
              />
            ))}
            {mayEdit && (
              <ZonePreview
                location={location.guid}
                timezone={location.timezone}
                sentry={sensor.sentry.guid}
                sensorMetricId={sensor.sensorMetricId}
                rows={grid.rows}
                columns={grid.columns}
                exclusions={exclusions}
                content={content}
                limits={content}
                hasDraft
                useCelsius={useCelsius}
              />
            )}
          </div>
        </div>
        <WeeklySchedule
          schedule={content.doNotDisturb}
          place={location}
          readOnly={!mayEdit}
          onChange={(doNotDisturb) => setContent({ ...content, doNotDisturb })}
        />
        {mayEdit && (
          <div className="save-bar">
            <Button
              type="submit"
              loading={busy}
              disabled={!isDirty || countOf(grid) === 0 || !isValidName(name, others)}
            >
              {tagging === null ? 'Add sub-zone' : 'Save'}
            </Button>
            <Button variant="default" component={Link} to={overview}>
              Cancel
            </Button>
            {hasConflict && isDirty ? (
              <p role="alert" className="problem-text">
                Someone else edited this zone. Your changes are kept; saving replaces theirs.
              </p>
            ) : (
              <FormProblem problem={problem} fields={['name', 'definition.violations']} />
            )}
            <span className="grow" />
            {tagging !== null && (
              <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
                Delete
              </Button>
            )}
          </div>
        )}
      </Form>
      {asking && tagging !== null && (
        <DeleteTagging
          location={location.guid}
          tagging={tagging}
          parent={parent.name}
          onClose={() => setAsking(false)}
          onDone={() => navigate(overview, { replace: true })}
        />
      )}
    </>
  );
}

const reloadZones = (): Promise<unknown> =>
  Promise.all([
    refresh('GET /locations/{guid}/zones'),
    refresh('GET /locations/{guid}/tagging-zones/{policyGuid}'),
    refreshPolicies(),
  ]);

function DeleteTagging({
  location,
  tagging,
  parent,
  onClose,
  onDone,
}: {
  readonly location: string;
  readonly tagging: TaggingZoneOut;
  readonly parent: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { name } = tagging.zone;
  return (
    <Confirmation
      title={`Delete ${name}?`}
      action={`Delete ${name}`}
      reload={reloadZones}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /locations/{guid}/tagging-zones/{policyGuid}', {
          params: { guid: location, policyGuid: tagging.policy.guid },
          headers: ifUnmodifiedSince(tagging),
        });
        onDone();
        await Promise.all([refresh('GET /locations/{guid}/zones'), refreshPolicies()]);
      }}
    >
      <p className="muted">
        Its cells return to {parent}, and its own limits go: open alerts of them end as “policy changed”.
      </p>
    </Confirmation>
  );
}
