/** The button with the name of the user, which opens the user's menu. */
import { Button } from '@mantine/core';
import type { ProfileOut } from '@picket/contracts/types';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, Ref } from 'react';
import { useText } from '../lib/texts.ts';

type Props = ComponentProps<typeof Button<'button'>> & {
  readonly profile: ProfileOut;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function ProfileTarget({ profile, ...button }: Props) {
  const t = useText();
  const name = profile.displayName ?? profile.email ?? t('shell.profile');
  return (
    <Button
      variant="subtle"
      color="gray"
      className="profile-button"
      title={name}
      rightSection={<IconChevronDown size={14} aria-hidden="true" />}
      {...button}
    >
      {name}
    </Button>
  );
}
