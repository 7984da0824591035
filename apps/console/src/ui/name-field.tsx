/** A name field, validated while typing (specification, sections 5 and 8). */
import { TextInput } from '@mantine/core';
import { validateName } from '@picket/domain/names';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts.ts';

interface Props {
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Names that are already used. */
  readonly takenNames: readonly string[];
  /** The error of the last attempt to save. */
  readonly error?: ReactNode;
  readonly onChange: (value: string) => void;
}

export const isValidName = (value: string, takenNames: readonly string[]): boolean =>
  validateName(value, takenNames).ok;

export function NameField({ label, description, placeholder, value, takenNames, error, onChange }: Props) {
  const t = useText();
  const checked = validateName(value, takenNames);
  return (
    <TextInput
      label={label ?? t('common.name')}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={value}
      // An empty field shows no error.
      error={value !== '' && !checked.ok ? t(`common.nameProblem.${checked.problem}`) : error}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  );
}
