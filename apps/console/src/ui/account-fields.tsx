/** User and password of an account at another server. The password is written, never read: an empty one keeps what is stored. */
import { PasswordInput, TextInput } from '@mantine/core';
import { useText } from '../lib/texts.ts';

interface Props {
  /** What the form gives to the input of a field. */
  readonly inputPropsOf: (field: 'user' | 'password') => object;
  /** Without a user there is no password either. */
  readonly hasUser: boolean;
  /** Whether a stored password stays if none is entered. */
  readonly keepsPassword: boolean;
  /** Whether a password has to be entered. */
  readonly needsPassword?: boolean;
}

export function AccountFields({ inputPropsOf, hasUser, keepsPassword, needsPassword = false }: Props) {
  const t = useText();
  return (
    <>
      <TextInput
        label={t('ui.account.user')}
        description={t('ui.account.userHelp')}
        autoComplete="off"
        {...inputPropsOf('user')}
      />
      <PasswordInput
        label={t('common.password')}
        // A space, one that has a height, keeps both inputs on one line.
        description={hasUser && keepsPassword ? t('ui.account.passwordStored') : '\u00a0'}
        autoComplete="new-password"
        disabled={!hasUser}
        visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
        {...inputPropsOf('password')}
        required={needsPassword}
      />
    </>
  );
}
