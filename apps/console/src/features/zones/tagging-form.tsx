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
import styles from './zone-columns.module.css';
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
  const { location, sensor, parent, tagging, mayEdit } = props;
  const t = useText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const overview = `/locations/${location.guid}/settings/zones/tagging/${sensor.id}`;
  const leave = (): void => void navigate(overview, { replace: true });
  const form = useTaggingForm(props, leave);
  const { content, isDirty } = form;
  return (
    <>
      <Form className="stack" label={t('zones.tagging.form')} dirty={isDirty} onSubmit={() => void form.submit()}>
        <p className="muted">
          {t(tagging === null ? 'zones.tagging.newText' : 'zones.tagging.text', { parent: parent.name })}
        </p>
        <div className={styles.columns}>
          <TaggingDrawing {...props} form={form} />
          <TaggingLimits {...props} form={form} />
        </div>
        <WeeklySchedule
          schedule={content.doNotDisturb}
          place={location}
          readOnly={!mayEdit}
          onChange={(doNotDisturb) => form.change({ content: { ...content, doNotDisturb } })}
        />
        {mayEdit && <TaggingSaveBar {...props} form={form} overview={overview} onDelete={() => setAsking(true)} />}
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

interface PartProps extends Props {
  readonly form: ReturnType<typeof useTaggingForm>;
}

const takenNamesOf = ({ zones, tagging }: Props): string[] =>
  zones.filter(({ zoneId }) => zoneId !== tagging?.zone.zoneId).map((one) => one.name);

/** The name of the zone, and its cells over the latest picture. */
function TaggingDrawing(props: PartProps) {
  const { sensor, parent, mayEdit, form } = props;
  const t = useText();
  const { frame } = useLatestFrame(sensor.sentry.guid, sensor.sensorMetricId);
  return (
    <ZoneDrawing
      name={form.name}
      placeholder={t('zones.tagging.example')}
      takenNames={takenNamesOf(props)}
      grid={form.grid}
      frame={frame}
      sensorMetricId={sensor.sensorMetricId}
      mayEdit={mayEdit}
      problem={form.problem}
      locked={t('zones.tagging.locked', { parent: parent.name })}
      onName={(name) => form.change({ name })}
      onPaint={form.paint}
    />
  );
}

interface SaveProps extends PartProps {
  /** The path of the page to return to. */
  readonly overview: string;
  readonly onDelete: () => void;
}

function TaggingSaveBar(props: SaveProps) {
  const { tagging, form, overview, onDelete } = props;
  const t = useText();
  const discard = (
    <Button variant="default" component={Link} to={overview} replace>
      {t('common.cancel')}
    </Button>
  );
  return (
    <ZoneSaveBar
      action={tagging === null ? t('zones.addSubZone') : t('common.save')}
      canSave={form.isDirty && countOf(form.grid) > 0 && isValidName(form.name, takenNamesOf(props))}
      busy={form.busy}
      discard={discard}
      conflict={form.hasConflict ? t('zones.tagging.conflict') : null}
      problem={form.problem}
      fields={['name', 'definition.violations']}
      onDelete={tagging === null ? null : onDelete}
    />
  );
}

/** The limits of the zone, and what they would have done with the cells as painted. */
function TaggingLimits({ location, sensor, tagging, mayEdit, useCelsius, form }: PartProps) {
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
