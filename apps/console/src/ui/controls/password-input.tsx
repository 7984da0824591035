/** The field of a password, which can be shown, drawn without the component library. */
import { type ComponentProps, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { describedBy, Field, type FieldTexts, frameOf, inputOf } from './text-input.tsx';
import type { Style } from './variables.ts';

const ROOT: Style = {
  '--psi-icon-size': 'var(--psi-icon-size-sm)',
  '--psi-button-size': 'var(--psi-button-size-sm)',
};

interface Props
  extends Omit<FieldTexts, 'error'>,
    Omit<ComponentProps<'input'>, keyof FieldTexts | 'style' | 'id' | 'type'> {
  /** What the button beside it does, for who cannot see its icon. */
  readonly toggleLabel: string;
}

export function PasswordInput({ label, description, required, size = 'sm', className, toggleLabel, ...others }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const input = inputOf('PasswordInput');
  const texts = { label, description, required, size, className };
  return (
    <Field
      id={id}
      name="PasswordInput"
      style={ROOT}
      {...texts}
      className={classNames('m_f61ca620 mantine-PasswordInput-root', className)}
    >
      <div {...frameOf('PasswordInput', texts)} data-with-right-section>
        <div {...input} className={classNames('m_ccf8da4c', input.className)}>
          <input
            required={required}
            className="m_f2d85dd2 mantine-PasswordInput-innerInput"
            id={id}
            autoComplete="off"
            type={isShown ? 'text' : 'password'}
            aria-describedby={describedBy(id, texts)}
            {...others}
          />
        </div>
        <div data-position="right" className="m_82577fc2 mantine-Input-section mantine-PasswordInput-section">
          <Toggle label={toggleLabel} isShown={isShown} onToggle={() => setShown(!isShown)} />
        </div>
      </div>
    </Field>
  );
}

const TOGGLE: Style = {
  '--ai-bg': 'transparent',
  '--ai-hover': 'var(--mantine-color-gray-light-hover)',
  '--ai-color': 'var(--mantine-color-gray-light-color)',
  '--ai-bd': 'calc(0.0625rem * var(--mantine-scale)) solid transparent',
};

const ICON: Style = { width: 'var(--psi-icon-size)', height: 'var(--psi-icon-size)' };

interface ToggleProps {
  readonly label: string;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** Pressed without taking the focus from the field. */
function Toggle({ label, isShown, onToggle }: ToggleProps) {
  return (
    <button
      style={TOGGLE}
      className="mantine-focus-auto mantine-active m_b1072d44 mantine-PasswordInput-visibilityToggle m_8d3f4000 mantine-ActionIcon-root m_87cf2631 mantine-UnstyledButton-root"
      data-variant="subtle"
      type="button"
      aria-pressed={isShown}
      tabIndex={-1}
      aria-label={label}
      onMouseDown={(event) => {
        event.preventDefault();
        onToggle();
      }}
      onTouchEnd={(event) => {
        event.preventDefault();
        onToggle();
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        onToggle();
      }}
    >
      <span className="m_8d3afb97 mantine-ActionIcon-icon">
        <svg
          viewBox="0 0 256 256"
          style={ICON}
          fill="none"
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeWidth="16"
          aria-hidden="true"
        >
          {isShown ? (
            <path d="M48 40l160 176M154.9 157.6a40 40 0 01-53.8-59.2M135.5 88.7a40 40 0 0132.3 35.5M208.6 169.1C230.4 149.6 240 128 240 128s-32-72-112-72a126 126 0 00-20.7 1.7M74 68.6C33.2 89.2 16 128 16 128s32 72 112 72a118 118 0 0054-12.6" />
          ) : (
            <>
              <path d="M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72z" />
              <circle cx="128" cy="128" r="40" />
            </>
          )}
        </svg>
      </span>
    </button>
  );
}
