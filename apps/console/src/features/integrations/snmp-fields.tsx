/** How a device is asked over SNMP: a community, or a user with passwords, by the version. Secrets are written, never read. */
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useText } from '../../lib/texts.ts';
import type { SourceValues } from './source-values.ts';

const VERSIONS = ['1', '2c', '3'];
const LEVELS = ['NONE', 'AUTHENTICATED', 'ENCRYPTED'] as const;
const AUTH_PROTOCOLS = [
  { value: 'MD5', label: 'MD5' },
  { value: 'SHA', label: 'SHA-1' },
  { value: 'SHA224', label: 'SHA-224' },
  { value: 'SHA256', label: 'SHA-256' },
  { value: 'SHA384', label: 'SHA-384' },
  { value: 'SHA512', label: 'SHA-512' },
];
const PRIVACY_PROTOCOLS = [
  { value: 'DES', label: 'DES' },
  { value: 'AES', label: 'AES-128' },
  { value: 'AES256B', label: 'AES-256 (Blumenthal)' },
  { value: 'AES256R', label: 'AES-256 (Reeder)' },
];

interface Props {
  readonly form: UseFormReturnType<SourceValues>;
  readonly hasPassword: boolean;
}

export function SnmpFields({ form, hasPassword }: Props) {
  const t = useText();
  return (
    <>
      <NativeSelect
        label={t('integrations.field.version')}
        description={t('integrations.field.versionHelp')}
        data={VERSIONS}
        {...form.getInputProps('version')}
      />
      {form.values.version === '3' ? (
        <UserFields form={form} hasPassword={hasPassword} />
      ) : (
        <SecretField form={form} field="community" label={t('integrations.field.community')} isStored={hasPassword} />
      )}
    </>
  );
}

/** Of version 3: the user, and the passwords that its protection has. */
function UserFields({ form, hasPassword }: Props) {
  const t = useText();
  const { securityLevel } = form.values;
  return (
    <>
      <NativeSelect
        label={t('integrations.field.securityLevel')}
        data={LEVELS.map((value) => ({ value, label: t(`integrations.securityLevel.${value}`) }))}
        {...form.getInputProps('securityLevel')}
      />
      <TextInput label={t('ui.account.user')} autoComplete="off" {...form.getInputProps('user')} required />
      {securityLevel !== 'NONE' && (
        <>
          <NativeSelect
            label={t('integrations.field.authProtocol')}
            data={AUTH_PROTOCOLS}
            {...form.getInputProps('authProtocol')}
          />
          <SecretField form={form} field="password" label={t('common.password')} isStored={hasPassword} />
        </>
      )}
      {securityLevel === 'ENCRYPTED' && (
        <>
          <NativeSelect
            label={t('integrations.field.privacyProtocol')}
            data={PRIVACY_PROTOCOLS}
            {...form.getInputProps('privacyProtocol')}
          />
          <SecretField
            form={form}
            field="privacyPassword"
            label={t('integrations.field.privacyPassword')}
            isStored={hasPassword}
          />
        </>
      )}
    </>
  );
}

interface SecretProps {
  readonly form: Props['form'];
  readonly field: 'community' | 'password' | 'privacyPassword';
  readonly label: string;
  /** An empty one keeps what is stored. */
  readonly isStored: boolean;
}

function SecretField({ form, field, label, isStored }: SecretProps) {
  const t = useText();
  return (
    <PasswordInput
      label={label}
      description={isStored ? t('ui.account.passwordStored') : undefined}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
      {...form.getInputProps(field)}
      required={!isStored}
    />
  );
}
