/** Creates and edits a tagging zone: its cells and its limits. */
import { Button } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { Form } from '../../ui/form.tsx';
import { isValidName } from '../../ui/name-field.tsx';
import { WeeklySchedule } from '../../ui/weekly-schedule.tsx';
import { messagesOfViolation, ViolationEditor } from '../policies/index.ts';
import { DeleteTagging } from './delete-tagging.tsx';
import { countOf, exclusionsOf } from './grid-model.ts';
import { useLatestFrame } from './use-latest-frame.ts';
import { type TaggingSubject, useTaggingForm } from './use-tagging-form.ts';
import { ZoneDrawing } from './zone-drawing.tsx';
import { ZonePreview } from './zone-preview.tsx';
import { ZoneSaveBar } from './zone-save-bar.tsx';

interface Props extends TaggingSubject {
  /** The zones of the location, for their names. */
  readonly zones: readonly ZoneOut[];
  readonly mayEdit: boolean;
  readonly useCelsius: boolean;
}

export function TaggingForm(props: Props) {
  const { location, sensor, parent, zones, tagging, mayEdit } = props;
  const t = useText();
  const navigate = useNavigate();
  const { frame } = useLatestFrame(sensor.sentry.guid, sensor.sensorMetricId);
  const [asking, setAsking] = useState(false);
  const overview = `/locations/${location.guid}/settings/zones/tagging/${sensor.id}`;
  const leave = (): void => void navigate(overview, { replace: true });
  const form = useTaggingForm(props, leave);
  const { name, grid, content, isDirty, problem } = form;
  const takenNames = zones.filter(({ zoneId }) => zoneId !== tagging?.zone.zoneId).map((one) => one.name);
  return (
    <>
      <Form className="stack" label={t('zones.tagging.form')} dirty={isDirty} onSubmit={() => void form.submit()}>
        <p className="muted">
          {t(tagging === null ? 'zones.tagging.newText' : 'zones.tagging.text', { parent: parent.name })}
        </p>
        <div className="zone-columns">
          <ZoneDrawing
            name={name}
            placeholder={t('zones.tagging.example')}
            takenNames={takenNames}
            grid={grid}
            frame={frame}
            sensorMetricId={sensor.sensorMetricId}
            mayEdit={mayEdit}
            problem={problem}
            locked={t('zones.tagging.locked', { parent: parent.name })}
            onName={(next) => form.change({ name: next })}
            onPaint={form.paint}
          />
          <TaggingLimits {...props} form={form} />
        </div>
        <WeeklySchedule
          schedule={content.doNotDisturb}
          place={location}
          readOnly={!mayEdit}
          onChange={(doNotDisturb) => form.change({ content: { ...content, doNotDisturb } })}
        />
        {mayEdit && (
          <ZoneSaveBar
            action={tagging === null ? t('zones.addSubZone') : t('common.save')}
            canSave={isDirty && countOf(grid) > 0 && isValidName(name, takenNames)}
            busy={form.busy}
            discard={
              <Button variant="default" component={Link} to={overview}>
                {t('common.cancel')}
              </Button>
            }
            conflict={form.hasConflict ? t('zones.tagging.conflict') : null}
            problem={problem}
            fields={['name', 'definition.violations']}
            onDelete={tagging === null ? null : () => setAsking(true)}
          />
        )}
      </Form>
      {asking && tagging !== null && (
        <DeleteTagging
          location={location.guid}
          tagging={tagging}
          parent={parent.name}
          onClose={() => setAsking(false)}
          onDone={leave}
        />
      )}
    </>
  );
}

interface LimitsProps extends Props {
  readonly form: ReturnType<typeof useTaggingForm>;
}

/** The limits of the zone, and what they would have done with the cells as painted. */
function TaggingLimits({ location, sensor, tagging, mayEdit, useCelsius, form }: LimitsProps) {
  const { saved, grid, content, problem } = form;
  const { violations } = content.definition;
  const exclusions = useMemo(() => exclusionsOf(grid, () => 'excluded'), [grid]);
  return (
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
          messages={messagesOfViolation(problem, index)}
          onChange={(next) => {
            const edited = violations.map((one, place) => (place === index ? next : one));
            form.change({ content: { ...content, definition: { violations: edited } } });
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
  );
}
