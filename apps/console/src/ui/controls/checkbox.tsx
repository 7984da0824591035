/** A checkbox with its label, drawn without the component library. */
import { type ComponentProps, useId } from 'react';
import type { Style } from './variables.ts';

const ROOT: Style = {
  '--checkbox-radius': 'var(--mantine-radius-sm)',
  '--checkbox-color': 'var(--mantine-color-teal-filled)',
};

interface Props extends Pick<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly checked: boolean;
}

export function Checkbox({ label, checked, onChange }: Props) {
  const id = useId();
  return (
    <div
      style={ROOT}
      className="m_bf2d988c mantine-Checkbox-root m_5f75b09e"
      data-variant="filled"
      data-label-position="right"
      data-checked={checked || undefined}
    >
      <div className="m_5f6e695e mantine-Checkbox-body">
        <div className="m_26062bec mantine-Checkbox-inner" data-label-position="right">
          <input
            className="mantine-focus-auto m_26063560 mantine-Checkbox-input"
            data-with-error-styles
            id={id}
            type="checkbox"
            checked={checked}
            onChange={onChange}
          />
          <svg viewBox="0 0 10 7" fill="none" aria-hidden="true" className="m_bf295423 mantine-Checkbox-icon">
            <path
              d="M4 4.586 1.707 2.293A1 1 0 1 0 .293 3.707l3 3a1 1 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293z"
              fill="currentColor"
            />
          </svg>
        </div>
        <div className="m_d3ea56bb mantine-Checkbox-labelWrapper">
          <label className="m_8ee546b8 mantine-Checkbox-label" htmlFor={id}>
            {label}
          </label>
        </div>
      </div>
    </div>
  );
}
