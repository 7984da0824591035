/** The fields of a broker. Its password is written, never read. */
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { LocationOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import type { BrokerValues } from './broker-values.ts';
import styles from './integrations.module.css';

const EXAMPLE_ADDRESS = 'mqtt://broker:1883';

interface Props {
  readonly form: UseFormReturnType<BrokerValues>;
  /** Where the broker may stand; null: where it stands cannot be changed. */
  readonly locations: readonly LocationOut[] | null;
  readonly hasPassword: boolean;
}

export function BrokerFields({ form, locations, hasPassword }: Props) {
  const t = useText();
  const hasUser = form.values.user.trim() !== '';
  return (
    <div className={styles.pair}>
      <TextInput
        label={t('common.name')}
        description={t('integrations.field.nameHelp')}
        autoComplete="off"
        {...form.getInputProps('name')}
        required
      />
      {locations !== null && (
        <NativeSelect
          label={t('integrations.field.location')}
          description={t('integrations.field.locationHelp')}
          data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
          {...form.getInputProps('location')}
        />
      )}
      <TextInput
        label={t('integrations.field.address')}
        description={t('integrations.field.addressHelp')}
        placeholder={EXAMPLE_ADDRESS}
        autoComplete="off"
        inputMode="url"
        {...form.getInputProps('address')}
        required
      />
      <TextInput
        label={t('integrations.field.prefix')}
        description={t('integrations.field.prefixHelp')}
        autoComplete="off"
        {...form.getInputProps('discoveryPrefix')}
        required
      />
      <TextInput
        label={t('integrations.field.user')}
        description={t('integrations.field.userHelp')}
        autoComplete="off"
        {...form.getInputProps('user')}
      />
      <PasswordInput
        label={t('common.password')}
        description={hasPassword && hasUser ? t('integrations.field.passwordStored') : ' '}
        autoComplete="new-password"
        disabled={!hasUser}
        visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
        {...form.getInputProps('password')}
      />
    </div>
  );
}
