/** The theme of Mantine. Its variables stand in mantine-variables.css: the first pages have them without its code. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

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
  fontFamily: '"Inter Variable", "Arial for Inter", "Roboto for Inter", system-ui, sans-serif',
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
