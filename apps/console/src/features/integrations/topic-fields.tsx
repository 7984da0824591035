/** Where a value of a broker is read: its device, its topic, and its place in the message. */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useText } from '../../lib/texts.ts';
import type { SourceValues } from './source-values.ts';
import { isState } from './topic-rows.ts';
import styles from './value-rows.module.css';

const EXAMPLE_TOPIC = 'cellar/esp32/state';
const EXAMPLE_PATH = 'sensors[0].temperature';

interface Props {
  readonly form: UseFormReturnType<SourceValues>;
  readonly index: number;
}

export function TopicFields({ form, index }: Props) {
  const t = useText();
  const row = form.values.topicValues[index];
  if (row === undefined) return null;
  const inputOf = (field: keyof typeof row) => form.getInputProps(`topicValues.${index}.${field}`);
  return (
    <div className={styles.registers}>
      <TextInput label={t('integrations.topicValues.device')} autoComplete="off" {...inputOf('device')} required />
      <TextInput
        label={t('integrations.topicValues.topic')}
        placeholder={EXAMPLE_TOPIC}
        autoComplete="off"
        {...inputOf('topic')}
        required
      />
      <TextInput
        label={t('integrations.topicValues.path')}
        placeholder={EXAMPLE_PATH}
        autoComplete="off"
        {...inputOf('path')}
      />
      {isState(row) && (
        <>
          <TextInput label={t('integrations.topicValues.on')} autoComplete="off" {...inputOf('on')} required />
          <TextInput label={t('integrations.topicValues.off')} autoComplete="off" {...inputOf('off')} required />
        </>
      )}
    </div>
  );
}
