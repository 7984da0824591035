/** The button with the name of the user, which opens the user's menu. */

import type { ProfileOut } from '@picket/contracts/types';
import { IconChevronDown } from '@tabler/icons-react';
import { useText } from '../lib/texts.ts';
import { Button, type ButtonProps } from '../ui/controls/button.tsx';
import styles from './profile-target.module.css';

type Props = Omit<ButtonProps, 'children'> & { readonly profile: ProfileOut };

export function ProfileTarget({ profile, className, ...button }: Props) {
  const t = useText();
  const name = profile.displayName ?? profile.email ?? t('shell.profile');
  return (
    <Button
      variant="subtle"
      className={`${styles.button}${className === undefined ? '' : ` ${className}`}`}
      data-profile-button
      title={name}
      rightSection={<IconChevronDown size={14} aria-hidden="true" />}
      {...button}
    >
      {name}
    </Button>
  );
}
