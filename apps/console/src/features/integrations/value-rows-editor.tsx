/** The values of an exporter: a row for each, which is added, filled in and removed. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { unitsOf, VALUE_CLASS_NAMES, type ValueUnit } from '@picket/domain/value-classes';
import { useEffect, useRef } from 'react';
import { useText } from '../../lib/texts.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import type { SourceValues } from './source-values.ts';
import styles from './value-rows.module.css';
import { MAX_VALUE_ROWS, newRow, withClass } from './value-rows.ts';

const EXAMPLE_SERIES = 'node_hwmon_temp_celsius{sensor="temp1"}';

interface Props {
  readonly form: UseFormReturnType<SourceValues>;
}

export function ValueRowsEditor({ form }: Props) {
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  const rows = form.values.values;
  const before = useRef(rows.length);
  useEffect(() => {
    // A new row is filled in at once.
    if (rows.length > before.current)
      list.current?.querySelector<HTMLInputElement>(':scope > :last-child input')?.focus();
    before.current = rows.length;
  }, [rows.length]);
  return (
    <fieldset className={styles.values}>
      <legend>{t('integrations.values.title')}</legend>
      <p className="small muted">{t('integrations.values.help')}</p>
      <div ref={list} className={styles.rows}>
        {rows.map(({ id }, index) => (
          <Row key={id} form={form} index={index} />
        ))}
      </div>
      <div className="row">
        <Button
          size="xs"
          variant="default"
          disabled={rows.length >= MAX_VALUE_ROWS}
          onClick={() => form.insertListItem('values', newRow(rows))}
        >
          {t('integrations.values.add')}
        </Button>
        <span className="small muted num">
          {t('integrations.values.count', { count: rows.length, most: MAX_VALUE_ROWS })}
        </span>
      </div>
    </fieldset>
  );
}

function Row({ form, index }: Props & { readonly index: number }) {
  const t = useText();
  const row = form.values.values[index];
  if (row === undefined) return null;
  const number = index + 1;
  const units = unitsOf(row.class);
  const labelOf = (unit: ValueUnit): string => (unit === 'ratio' ? t('integrations.values.ratio') : unit);
  return (
    <fieldset className={styles.row} aria-label={t('integrations.values.number', { number })}>
      <TextInput
        className={styles.name}
        label={t('common.name')}
        autoComplete="off"
        {...form.getInputProps(`values.${index}.name`)}
        required
      />
      <TextInput
        className={styles.series}
        label={t('integrations.values.series')}
        placeholder={EXAMPLE_SERIES}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps(`values.${index}.series`)}
        required
      />
      <NativeSelect
        className={styles.kind}
        label={t('integrations.values.class')}
        data={VALUE_CLASS_NAMES.map((value) => ({ value, label: t(`integrations.class.${value}`) }))}
        {...form.getInputProps(`values.${index}.class`)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = VALUE_CLASS_NAMES.find((name) => name === value);
          if (chosen !== undefined) form.setFieldValue(`values.${index}`, withClass(row, chosen));
        }}
      />
      <NativeSelect
        className={styles.unit}
        label={t('integrations.values.unit')}
        data={
          units.length === 0
            ? [{ value: '', label: t('integrations.values.state') }]
            : units.map((unit) => ({ value: unit, label: labelOf(unit) }))
        }
        disabled={units.length < 2}
        {...form.getInputProps(`values.${index}.unit`)}
      />
      <Button
        className={styles.remove}
        variant="subtle"
        color="gray"
        disabled={form.values.values.length === 1}
        onClick={() => form.removeListItem('values', index)}
      >
        {t.rich('integrations.values.remove', { name: row.name === '' ? String(number) : row.name, hidden })}
      </Button>
    </fieldset>
  );
}
