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
  readonly others: readonly string[];
  /** What the server said of it. */
  readonly problem: unknown;
  readonly onChange: (value: string) => void;
}

export const isName = (value: string, others: readonly string[]): boolean => validateName(value, others).ok;

export function NameField({ label = 'Name', description, placeholder, value, others, problem, onChange }: Props) {
  const checked = validateName(value, others);
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
