/** Choice to revoke API tokens when the password changes. */
import { Checkbox } from '@mantine/core';
import { useText } from '../../lib/texts.ts';

interface Props {
  /** The number of valid tokens; 0 hides the choice. */
  readonly count: number;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function RevokeTokens({ count, checked, onChange }: Props) {
  const t = useText();
  if (count === 0) return null;
  return (
    <Checkbox
      label={t('session.tokens.revoke')}
      description={t('session.tokens.revokeText', { count })}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
