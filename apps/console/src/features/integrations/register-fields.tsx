/** Where a value of a Modbus device is read: its table, its register, and how the number there is made up. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { BYTE_ORDERS, LAST_BIT, REGISTER_TABLES, REGISTER_TYPES } from '@picket/domain/registers';
import { useText } from '../../lib/texts.ts';
import { asksFor } from './register-rows.ts';
import type { SourceValues } from './source-values.ts';
import styles from './value-rows.module.css';

const BITS = Array.from({ length: LAST_BIT + 1 }, (_, bit) => String(bit));

interface Props {
  readonly form: UseFormReturnType<SourceValues>;
  readonly index: number;
}

export function RegisterFields({ form, index }: Props) {
  const t = useText();
  const row = form.values.registers[index];
  if (row === undefined) return null;
  const asked = asksFor(row);
  const inputOf = (field: keyof typeof row) => form.getInputProps(`registers.${index}.${field}`);
  return (
    <div className={styles.registers}>
      <NativeSelect
        label={t('integrations.registers.table')}
        data={REGISTER_TABLES.map((value) => ({ value, label: t(`integrations.table.${value}`) }))}
        {...inputOf('table')}
      />
      <TextInput
        label={t('integrations.registers.register')}
        autoComplete="off"
        inputMode="numeric"
        {...inputOf('register')}
        required
      />
      {asked.type && (
        <>
          <NativeSelect
            label={t('integrations.registers.type')}
            data={REGISTER_TYPES.map((value) => ({ value, label: t(`integrations.registerType.${value}`) }))}
            {...inputOf('type')}
          />
          <NativeSelect
            label={t('integrations.registers.byteOrder')}
            data={[...BYTE_ORDERS]}
            {...inputOf('byteOrder')}
          />
        </>
      )}
      {asked.bit && (
        <NativeSelect
          label={t('integrations.registers.bit')}
          data={[
            { value: '', label: t('integrations.registers.wholeNumber') },
            ...BITS.map((bit) => ({ value: bit, label: bit })),
          ]}
          {...inputOf('bit')}
        />
      )}
      {asked.scale && (
        <TextInput
          label={t('integrations.registers.scale')}
          autoComplete="off"
          inputMode="decimal"
          {...inputOf('scale')}
          required
        />
      )}
    </div>
  );
}
