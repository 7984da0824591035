/** A name, held against the product's rules while it is typed (specification, sections 5 and 8). */
import { TextInput } from '@mantine/core';
import { validateName } from '@picket/domain';
import { fieldProblem } from '../lib/api.ts';

interface Props {
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value: string;
  /** The names it may not be. */
  readonly takenNames: readonly string[];
  /** What the server said of it. */
  readonly problem: unknown;
  readonly onChange: (value: string) => void;
}

export const isValidName = (value: string, takenNames: readonly string[]): boolean =>
  validateName(value, takenNames).ok;

export function NameField({ label = 'Name', description, placeholder, value, takenNames, problem, onChange }: Props) {
  const checked = validateName(value, takenNames);
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={value}
      // Nothing is wrong before something was typed.
      error={value !== '' && !checked.ok ? checked.message : fieldProblem(problem, 'name')}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  );
}
