/** Text fields of the first pages, with label, description and error, drawn without the component library. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import type { Style } from './variables.ts';

const REQUIRED_MARK = ' *';
const GAP = 'calc(var(--mantine-spacing-xs) / 2)';

/** The component that is drawn: part of the names of its classes. */
type FieldName = 'TextInput' | 'PasswordInput' | 'NativeSelect';

export interface FieldTexts {
  readonly label?: ReactNode;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean | undefined;
  readonly size?: 'xs' | 'sm';
  readonly className?: string | undefined;
}

interface FieldProps extends FieldTexts {
  readonly id: string;
  readonly name: FieldName;
  readonly style?: Style;
  readonly children: ReactNode;
}

function textVariables(size: string): Record<'label' | 'description' | 'error', Style> {
  const smaller = `calc(var(--mantine-font-size-${size}) - calc(0.125rem * var(--mantine-scale)))`;
  return {
    label: { '--input-label-size': `var(--mantine-font-size-${size})` },
    description: { '--input-description-size': smaller },
    error: { '--input-error-size': smaller },
  };
}

/** Returns the ids of the texts that describe the field `id`. */
export const describedBy = (id: string, { description, error }: FieldTexts): string | undefined =>
  [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ') || undefined;

/** Returns the attributes of the frame of a field: its size, and its distance from the texts above and below. */
export function frameOf(name: FieldName, { description, error, size = 'sm' }: FieldTexts) {
  const style: Style = {
    ...(description ? { '--input-margin-top': GAP } : {}),
    ...(error ? { '--input-margin-bottom': GAP } : {}),
    '--input-height': `var(--input-height-${size})`,
    '--input-fz': `var(--mantine-font-size-${size})`,
  };
  return {
    style,
    className: `m_6c018570 mantine-Input-wrapper mantine-${name}-wrapper`,
    'data-variant': 'default',
    'data-size': size,
    'data-error': error ? true : undefined,
  };
}

/** Returns the attributes of what is typed into or chosen from. */
export const inputOf = (name: FieldName, { error }: FieldTexts = {}) => ({
  className: `m_8fb7ebe7 mantine-Input-input mantine-${name}-input`,
  'data-variant': 'default',
  'data-error': error ? true : undefined,
});

/** A field with the texts around it. */
export function Field(props: FieldProps) {
  const { id, name, style, label, description, error, required, size = 'sm', className, children } = props;
  const variables = textVariables(size);
  const partOf = (part: string, hash: string) => ({
    className: `${hash} mantine-InputWrapper-${part} mantine-${name}-${part}`,
    'data-size': size,
  });
  const root = partOf('root', 'm_46b77525');
  return (
    <div
      style={style}
      {...root}
      className={classNames(className, root.className)}
      data-error={error ? true : undefined}
    >
      {label !== undefined && (
        <label
          style={variables.label}
          {...partOf('label', 'm_8fdc1311')}
          data-required={required || undefined}
          htmlFor={id}
          id={`${id}-label`}
        >
          {label}
          {required && (
            <span className={`m_78a94662 mantine-InputWrapper-required mantine-${name}-required`} aria-hidden="true">
              {REQUIRED_MARK}
            </span>
          )}
        </label>
      )}
      {description && (
        <p style={variables.description} {...partOf('description', 'm_fe47ce59')} id={`${id}-description`}>
          {description}
        </p>
      )}
      {children}
      {error && (
        <p style={variables.error} {...partOf('error', 'm_8f816625')} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type TextInputProps = FieldTexts & Omit<ComponentProps<'input'>, keyof FieldTexts | 'style' | 'id'>;

export function TextInput({ label, description, error, required, size = 'sm', className, ...others }: TextInputProps) {
  const id = useId();
  const texts = { label, description, error, required, size, className };
  return (
    <Field id={id} name="TextInput" {...texts}>
      <div {...frameOf('TextInput', texts)}>
        <input
          {...inputOf('TextInput', texts)}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, texts)}
          id={id}
          {...others}
        />
      </div>
    </Field>
  );
}
