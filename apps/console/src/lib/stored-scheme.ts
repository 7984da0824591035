/** The color scheme that was chosen, as far as this browser knows it; without React, for what runs before the first paint. */
export type ColorScheme = 'light' | 'dark';
export type SchemeChoice = ColorScheme | 'auto';

/** The name that the component library gave it: what was chosen stays. */
export const SCHEME_KEY = 'mantine-color-scheme-value';
const CHOICES: readonly SchemeChoice[] = ['light', 'dark', 'auto'];

export const deviceScheme = window.matchMedia('(prefers-color-scheme: dark)');

export const choiceOf = (text: string | null): SchemeChoice => CHOICES.find((one) => one === text) ?? 'auto';

/** The one of the profile that came with the page, else that of the last visit. */
export function storedChoice(): SchemeChoice {
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) return choiceOf(theme);
  try {
    return choiceOf(localStorage.getItem(SCHEME_KEY));
  } catch {
    return 'auto';
  }
}

export function schemeOf(choice: SchemeChoice): ColorScheme {
  if (choice !== 'auto') return choice;
  return deviceScheme.matches ? 'dark' : 'light';
}

export function showStoredScheme(): void {
  document.documentElement.dataset.mantineColorScheme = schemeOf(storedChoice());
}
