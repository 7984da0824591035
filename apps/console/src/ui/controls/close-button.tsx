/** A button with a cross, drawn without the component library. */
import type { CSSProperties } from 'react';

const ICON: CSSProperties = { width: 'var(--cb-icon-size, 70%)', height: 'var(--cb-icon-size, 70%)' };

interface Props {
  readonly 'aria-label': string;
  readonly onClick: () => void;
}

export const CloseButton = (props: Props) => (
  <button
    className="mantine-focus-auto mantine-active m_220c80f2 m_86a44da5 mantine-CloseButton-root m_87cf2631 mantine-UnstyledButton-root"
    data-variant="subtle"
    type="button"
    {...props}
  >
    <svg viewBox="0 0 15 15" fill="none" style={ICON} aria-hidden="true">
      <path d="m3.6 3.6 7.8 7.8m0-7.8-7.8 7.8" stroke="currentColor" strokeWidth="1.15" strokeLinecap="round" />
    </svg>
  </button>
);
