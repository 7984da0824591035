/** A readable name of a browser, such as "Firefox on Windows". */
import type { BrowserIdentity } from '@picket/domain/actors';
import { browserText } from '@picket/i18n/actor-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { textsIn } from '../../../locales/server-texts.ts';

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

const first = (table: typeof BROWSERS, agent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

/** What a user agent says of itself; null without one. */
export function identifyBrowser(userAgent: string | null): BrowserIdentity | null {
  if (userAgent === null || userAgent === '') return null;
  return { name: first(BROWSERS, userAgent), system: first(SYSTEMS, userAgent) };
}

/** In English, for clients of the API and the audit log; null without a user agent. */
export function browserName(userAgent: string | null): string | null {
  const facts = identifyBrowser(userAgent);
  return facts === null ? null : browserText(sharedTextsOf(textsIn('en')), facts);
}
