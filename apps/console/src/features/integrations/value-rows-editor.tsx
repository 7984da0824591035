/** The values that a person chooses: a row for each, which is added, filled in and removed. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { unitsOf, VALUE_CLASS_NAMES, type ValueUnit } from '@picket/domain/value-classes';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../lib/texts.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import { RegisterFields } from './register-fields.tsx';
import { newRegister } from './register-rows.ts';
import { SeriesField } from './series-field.tsx';
import { isTestedHere, type SourceValues } from './source-values.ts';
import { TopicFields } from './topic-fields.tsx';
import { newTopic } from './topic-rows.ts';
import styles from './value-rows.module.css';
import { type ChosenRow, MAX_VALUE_ROWS, newRow, withClass } from './value-rows.ts';

interface FormProps {
  readonly form: UseFormReturnType<SourceValues>;
}

type List = 'values' | 'registers' | 'topicValues';

interface Props extends FormProps {
  /** The list in the form, by where its values are read. */
  readonly list: List;
}

function addRow({ form, list }: Props): void {
  const { values, registers, topicValues } = form.values;
  switch (list) {
    case 'values':
      form.insertListItem(list, newRow(values));
      break;
    case 'registers':
      form.insertListItem(list, newRegister(registers));
      break;
    case 'topicValues':
      form.insertListItem(list, newTopic(topicValues));
      break;
  }
}

/** Where a row is read. */
function PlaceFields({ form, list, index }: Props & { readonly index: number }) {
  switch (list) {
    case 'values':
      return <SeriesField form={form} index={index} />;
    case 'registers':
      return <RegisterFields form={form} index={index} />;
    case 'topicValues':
      return <TopicFields form={form} index={index} />;
  }
}

export function ValueRowsEditor({ form, list }: Props) {
  const t = useText();
  const drawn = useRef<HTMLDivElement>(null);
  const rows: readonly ChosenRow[] = form.values[list];
  const before = useRef(rows.length);
  useEffect(() => {
    // A new row is filled in at once.
    if (rows.length > before.current)
      drawn.current?.querySelector<HTMLInputElement>(':scope > :last-child input')?.focus();
    before.current = rows.length;
  }, [rows.length]);
  return (
    <fieldset className={styles.values}>
      <legend>{t(list === 'topicValues' ? 'integrations.topicValues.title' : 'integrations.values.title')}</legend>
      <p className="small muted">{t(`integrations.${list}.help`)}</p>
      {list === 'topicValues' && isTestedHere(form.values) && (
        <p className="small muted">{t('integrations.topicValues.testHelp')}</p>
      )}
      <div ref={drawn} className={styles.rows}>
        {rows.map((row, index) => (
          <Row key={row.id} form={form} list={list} row={row} index={index}>
            <PlaceFields form={form} list={list} index={index} />
          </Row>
        ))}
      </div>
      <div className="row">
        <Button
          size="xs"
          variant="default"
          disabled={rows.length >= MAX_VALUE_ROWS}
          onClick={() => addRow({ form, list })}
        >
          {t('integrations.values.add')}
        </Button>
        {rows.length > 0 && (
          <span className="small muted num">
            {t('integrations.values.count', { count: rows.length, most: MAX_VALUE_ROWS })}
          </span>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps extends Props {
  readonly row: ChosenRow;
  readonly index: number;
  /** Where it is read. */
  readonly children: ReactNode;
}

function Row({ form, list, row, index, children }: RowProps) {
  const t = useText();
  const number = index + 1;
  const units = unitsOf(row.class);
  const labelOf = (unit: ValueUnit): string => (unit === 'ratio' ? t('integrations.values.ratio') : unit);
  return (
    <fieldset className={styles.row} aria-label={t('integrations.values.number', { number })}>
      <TextInput
        className={styles.name}
        label={t('common.name')}
        autoComplete="off"
        {...form.getInputProps(`${list}.${index}.name`)}
        required
      />
      {children}
      <NativeSelect
        className={styles.kind}
        label={t('integrations.values.class')}
        data={VALUE_CLASS_NAMES.map((value) => ({ value, label: t(`integrations.class.${value}`) }))}
        {...form.getInputProps(`${list}.${index}.class`)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = VALUE_CLASS_NAMES.find((name) => name === value);
          if (chosen === undefined) return;
          form.setFieldValue(`${list}.${index}.unit`, withClass(row, chosen).unit);
          form.setFieldValue(`${list}.${index}.class`, chosen);
        }}
      />
      <NativeSelect
        className={styles.unit}
        label={t('integrations.values.unit')}
        data={
          units.length === 0
            ? [
                {
                  value: '',
                  label: t(list === 'topicValues' ? 'integrations.topicValues.state' : 'integrations.values.state'),
                },
              ]
            : units.map((unit) => ({ value: unit, label: labelOf(unit) }))
        }
        disabled={units.length < 2}
        {...form.getInputProps(`${list}.${index}.unit`)}
      />
      <Button
        className={styles.remove}
        variant="subtle"
        color="gray"
        disabled={list !== 'topicValues' && form.values[list].length === 1}
        onClick={() => form.removeListItem(list, index)}
      >
        {t.rich('integrations.values.remove', { name: row.name === '' ? String(number) : row.name, hidden })}
      </Button>
    </fieldset>
  );
}
