/** Choice to revoke API tokens when the password changes. */
import { Checkbox } from '@mantine/core';

interface Props {
  /** The number of valid tokens; 0 hides the choice. */
  readonly count: number;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const apiTokensText = (count: number): string => (count === 1 ? 'One API token' : `${count} API tokens`);

export function RevokeTokens({ count, checked, onChange }: Props) {
  if (count === 0) return null;
  return (
    <Checkbox
      label="Also revoke my API tokens"
      description={`${apiTokensText(count)} ${count === 1 ? 'acts' : 'act'} for you. Whatever uses ${count === 1 ? 'it' : 'them'} needs a new one.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
