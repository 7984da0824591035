/** The Mantine theme. Components take their colors from the CSS variables, so dark mode only changes tokens. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#e1efee',
  '#c6e2e0',
  '#9bcdc9',
  '#6db7b1',
  '#45a49d',
  '#2a918a',
  '#0f6b66',
  '#0d5d59',
  '#0a4f4b',
  '#073f3c',
];

export const theme = createTheme({
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  primaryColor: 'teal',
  primaryShade: 6,
  colors: { teal },
  defaultRadius: 8,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { variant: 'filled' } },
    // The arrow keys do the same; two buttons in one line are too small to be hit.
    NumberInput: { defaultProps: { hideControls: true } },
  },
});

const SHARED = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-error': 'var(--critical)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'color-mix(in oklab, var(--accent) 88%, black)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: SHARED, dark: SHARED });
