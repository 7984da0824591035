/** A readable name of a browser, such as "Firefox on Windows". */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bFirefox\//u, 'Firefox'],
  [/\bFxiOS\//u, 'Firefox'],
  [/\bCriOS\//u, 'Chrome'],
  [/Chrome\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
  [/\bcurl\//u, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/u, 'Android'],
  [/\b(?:iPhone|iPad)\b/u, 'iOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

const first = (table: typeof BROWSERS, agent: string): string | null =>
  table.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** null without a user agent. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null;
  const browser = first(BROWSERS, userAgent);
  const system = first(SYSTEMS, userAgent);
  if (browser === null && system === null) return 'An unknown browser';
  return [browser ?? 'A browser', ...(system === null ? [] : [system])].join(' on ');
}
