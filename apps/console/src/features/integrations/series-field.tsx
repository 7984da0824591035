/** Where a value of an exporter is read: its series, as the page writes it. */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useText } from '../../lib/texts.ts';
import type { SourceValues } from './source-values.ts';
import styles from './value-rows.module.css';

const EXAMPLE_SERIES = 'node_hwmon_temp_celsius{sensor="temp1"}';

interface Props {
  readonly form: UseFormReturnType<SourceValues>;
  readonly index: number;
}

export function SeriesField({ form, index }: Props) {
  const t = useText();
  return (
    <TextInput
      className={styles.place}
      label={t('integrations.values.series')}
      placeholder={EXAMPLE_SERIES}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...form.getInputProps(`values.${index}.series`)}
      required
    />
  );
}
