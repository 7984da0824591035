/** Creates and edits the base zone of a policy: the cells of a picture that it watches. */
import { Button } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { nameText } from '../../lib/kind-texts.ts';
import { listText } from '../../lib/list-text.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { Form } from '../../ui/form.tsx';
import { isValidName } from '../../ui/name-field.tsx';
import { namedContentOf } from '../policies/index.ts';
import { DeleteZone } from './delete-zone.tsx';
import { countOf, exclusionsOf, type Grid } from './grid-model.ts';
import { type BaseZoneSubject, useBaseZoneForm } from './use-base-zone-form.ts';
import styles from './zone-columns.module.css';
import { ZoneDrawing } from './zone-drawing.tsx';
import { ZonePreview } from './zone-preview.tsx';
import { ZoneSaveBar } from './zone-save-bar.tsx';

interface Props extends BaseZoneSubject {
  /** The zones of the location. */
  readonly zones: readonly ZoneOut[];
  readonly mayEdit: boolean;
  readonly useCelsius: boolean;
}

export function BaseZoneForm(props: Props) {
  const t = useText();
  const { location, policy, sensor, zone } = props;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const form = useBaseZoneForm(props);
  if (form.grid === null) return <div className="skeleton" style={{ height: 520 }} aria-hidden="true" />;
  return (
    <Form className="stack" label={t('zones.base.form')} dirty={form.isTouched} onSubmit={() => void form.submit()}>
      <p className="muted">
        {zone === undefined
          ? t('zones.base.noneText', { policy: nameText(t, policy.name) })
          : t('zones.base.text', { policy: nameText(t, policy.name) })}
      </p>
      <BaseZoneFields {...props} form={form} grid={form.grid} onDelete={() => setAsking(true)} />
      {asking && zone !== undefined && (
        <DeleteZone
          location={location.guid}
          zone={zone}
          isBase
          onClose={() => setAsking(false)}
          onDone={() => navigate(`/locations/${location.guid}/settings/zones/tagging/${sensor.id}`, { replace: true })}
        />
      )}
    </Form>
  );
}

interface FieldsProps extends Props {
  readonly form: ReturnType<typeof useBaseZoneForm>;
  readonly grid: Grid;
  readonly onDelete: () => void;
}

function BaseZoneFields(props: FieldsProps) {
  const t = useText();
  const { zone, zones, mayEdit, form, grid, onDelete } = props;
  const { name, isTouched, hasConflict, problem } = form;
  const takenNames = zones.filter((one) => one !== zone).map((one) => one.name);
  const discard = (
    <Button variant="default" onClick={form.discard}>
      {hasConflict ? t('policies.conflict.discard') : t('policies.discard')}
    </Button>
  );
  return (
    <>
      <div className={styles.columns}>
        <ZoneDrawing
          name={name}
          takenNames={takenNames}
          grid={grid}
          frame={form.frame}
          sensorMetricId={props.sensor.sensorMetricId}
          mayEdit={mayEdit}
          problem={problem}
          locked={lockedText(t, props)}
          onName={form.rename}
          onPaint={form.paint}
        />
        {mayEdit && <BaseZonePreview {...props} />}
      </div>
      {mayEdit && (
        <ZoneSaveBar
          action={zone === undefined ? t('zones.base.draw') : t('zones.base.save')}
          canSave={form.isDirty && countOf(grid) > 0 && isValidName(name, takenNames)}
          busy={form.busy}
          discard={isTouched && discard}
          conflict={hasConflict ? t('zones.base.conflict') : null}
          problem={problem}
          fields={['name']}
          onDelete={zone === undefined ? null : onDelete}
        />
      )}
    </>
  );
}

/** The sub-zones that have cells of this zone; null: there is none. */
function lockedText(t: Translator, { zone, zones }: Pick<Props, 'zone' | 'zones'>): string | null {
  const children = zones.filter(({ parentId }) => zone !== undefined && parentId === zone.zoneId);
  if (children.length === 0) return null;
  const names = children.map((one) => one.name);
  return t('zones.base.subZones', { names: listText(t, names) });
}

/** What the policy would have done with the cells as painted. */
function BaseZonePreview({ location, policy, sensor, zone, useCelsius, form, grid }: FieldsProps) {
  const exclusions = useMemo(() => exclusionsOf(grid, () => 'excluded-tagged'), [grid]);
  return (
    <ZonePreview
      location={location.guid}
      timezone={location.timezone}
      sentry={sensor.sentry.guid}
      sensorMetricId={sensor.sensorMetricId}
      rows={grid.rows}
      columns={grid.columns}
      exclusions={exclusions}
      zoneId={zone?.zoneId}
      policy={policy.guid}
      limits={namedContentOf(policy)}
      hasDraft={form.isPainted}
      useCelsius={useCelsius}
    />
  );
}
