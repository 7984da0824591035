/** Files of the console whose texts are not in the catalogs yet, and screens that are too long or fetch by themselves. */
export const PENDING_TEXTS = {
  'texts-of-the-console-are-in-catalogs': [],
  'every-text-is-used': [],
  'screens-have-at-most-120-lines': [],
  'screens-fetch-nothing': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
