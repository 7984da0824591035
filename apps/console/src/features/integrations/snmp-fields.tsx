/** How a device is asked over SNMP: a community, or a user with passwords, by the version. Secrets are written, never read. */
import { NativeSelect, PasswordInput } from '@mantine/core';
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
  const { version, securityLevel } = form.values;
  const stored = hasPassword ? t('ui.account.passwordStored') : ' ';
  const toggle = { 'aria-label': t('common.showPassword') };
  return (
    <>
      <NativeSelect
        label={t('integrations.field.version')}
        description={t('integrations.field.versionHelp')}
        data={VERSIONS}
        {...form.getInputProps('version')}
      />
      {version !== '3' && (
        <PasswordInput
          label={t('integrations.field.community')}
          description={stored}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('community')}
          required={!hasPassword}
        />
      )}
      {version === '3' && (
        <NativeSelect
          label={t('integrations.field.securityLevel')}
          data={LEVELS.map((value) => ({ value, label: t(`integrations.securityLevel.${value}`) }))}
          {...form.getInputProps('securityLevel')}
        />
      )}
      {version === '3' && securityLevel !== 'NONE' && (
        <NativeSelect
          label={t('integrations.field.authProtocol')}
          data={AUTH_PROTOCOLS}
          {...form.getInputProps('authProtocol')}
        />
      )}
      {version === '3' && securityLevel === 'ENCRYPTED' && (
        <>
          <NativeSelect
            label={t('integrations.field.privacyProtocol')}
            data={PRIVACY_PROTOCOLS}
            {...form.getInputProps('privacyProtocol')}
          />
          <PasswordInput
            label={t('integrations.field.privacyPassword')}
            description={stored}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('privacyPassword')}
          />
        </>
      )}
    </>
  );
}
