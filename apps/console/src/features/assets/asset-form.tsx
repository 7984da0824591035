/** Edits an asset: its name and kind, its zone, its place in a thermal picture, its attributes. */
import { Button, Select } from '@mantine/core';
import type { AssetOut, LocationOut, SentryOut, ZoneOut } from '@picket/contracts/types';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type Translator, useText } from '../../lib/texts.ts';
import { AttributesEditor, areValidAttributes, attributesText } from '../../ui/attributes-editor.tsx';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { AssetPlace } from './asset-place.tsx';
import { KindField } from './kind-field.tsx';
import { type AssetInput, useAssetForm } from './use-asset-form.ts';

interface Props {
  readonly location: LocationOut;
  /** null: a new one. */
  readonly asset: AssetOut | null;
  /** The names of the other assets. */
  readonly others: readonly string[];
  readonly sentries: readonly SentryOut[];
  readonly zones: readonly ZoneOut[];
  readonly reload: () => Promise<unknown>;
}

export function AssetForm({ location, asset, others, sentries, zones, reload }: Props) {
  const t = useText();
  const { form, values, field, isDirty, draft, back, busy, problem, conflict, submit, remove } = useAssetForm(
    location,
    asset,
    reload,
  );
  const { name, kind, rows } = values;
  const isComplete = isValidName(name, others) && kind.trim() !== '' && areValidAttributes(rows);
  return (
    <Form className="form narrow" dirty={isDirty} onSubmit={submit}>
      <h1>{asset === null ? t('locations.asset.add') : asset.name}</h1>
      <p className="muted">{location.name}</p>
      <DraftRestoredBanner draft={draft} />
      <NameField placeholder={t('locations.asset.nameExample')} takenNames={others} {...field('name')} />
      <KindField {...field('kind')} />
      {zones.length > 0 && <ZoneField zones={zones} {...field('zoneId')} />}
      <AssetPlace sentries={sentries} place={values.place} onChange={(place) => form.setValues({ place })} />
      <AttributesEditor rows={rows} onChange={field('rows').onChange} />
      <EditConflict conflict={conflict} words={assetWords(t, zones)} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isDirty || !isComplete}>
          {asset === null ? t('locations.asset.add') : t('common.save')}
        </Button>
        <Button variant="default" component={Link} to={back} replace onClick={draft.clear}>
          {t('common.cancel')}
        </Button>
        <span className="grow" />
        {asset !== null && <DeleteAsset asset={asset} onConfirm={() => remove(asset.guid)} />}
      </div>
    </Form>
  );
}

interface ZoneProps {
  readonly zones: readonly ZoneOut[];
  /** '': none. */
  readonly value?: string;
  readonly error?: ReactNode;
  readonly onChange: (zoneId: string) => void;
}

function ZoneField({ zones, value = '', error, onChange }: ZoneProps) {
  const t = useText();
  return (
    <Select
      label={t('locations.asset.zone')}
      description={t('locations.asset.zoneText')}
      data={[
        { value: '', label: t('locations.asset.noZone') },
        ...zones.map(({ zoneId, name }) => ({ value: zoneId, label: name })),
      ]}
      value={value}
      error={error}
      allowDeselect={false}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

interface DeleteProps {
  readonly asset: AssetOut;
  readonly onConfirm: () => Promise<void>;
}

function DeleteAsset({ asset, onConfirm }: DeleteProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const values = { asset: asset.name };
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {t('locations.asset.delete')}
      </Button>
      {asking && (
        <TypedConfirmation
          title={t('locations.asset.deleteQuestion', values)}
          text={t('locations.asset.deleteText')}
          name={asset.name}
          action={t('locations.asset.deleteAction', values)}
          onClose={() => setAsking(false)}
          onConfirm={onConfirm}
        />
      )}
    </>
  );
}

const assetWords = (t: Translator, zones: readonly ZoneOut[]) => ({
  name: { label: t('common.name'), show: ({ name }: AssetInput) => name },
  kind: { label: t('locations.asset.kind'), show: ({ kind }: AssetInput) => kind },
  zoneId: {
    label: t('locations.asset.zone'),
    show: ({ zoneId }: AssetInput) => zones.find((zone) => zone.zoneId === zoneId)?.name ?? t('locations.asset.noZone'),
  },
  place: { label: t('locations.asset.inPicture') },
  rows: { label: t('ui.attributes.title'), show: attributesText },
});
