/** A date and a time of day, as the browser asks for them; `value` is its text without a zone. */
import { TextInput } from '@mantine/core';

export function DateTimeField({
  onChange,
  description,
  ...others
}: {
  readonly label?: string;
  /** Stands where the field has no visible label. */
  readonly 'aria-label'?: string;
  readonly description?: string;
  readonly value: string;
  readonly error?: string | null | undefined;
  readonly required?: boolean;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextInput
      type="datetime-local"
      {...others}
      // Below the field, so that fields side by side stand in one line.
      {...(description === undefined
        ? {}
        : { description, inputWrapperOrder: ['label', 'input', 'description', 'error'] as const })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
