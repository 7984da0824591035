/** A date and time input of the browser; `value` is its text without a time zone. */
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

export function DateTimeField({
  onChange,
  description,
  ...others
}: {
  readonly label?: string;
  /** For fields without a visible label. */
  readonly 'aria-label'?: string;
  readonly description?: string;
  readonly value: string;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextInput
      type="datetime-local"
      {...others}
      // Below the field, so that adjacent fields line up.
      {...(description === undefined
        ? {}
        : { description, inputWrapperOrder: ['label', 'input', 'description', 'error'] as const })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
