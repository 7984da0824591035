/** Names of the policies every organization starts with, in the language of their reader. What people named stays. */
import { isNameOf } from '@picket/domain/kind-table';
import type english from './locales/en/defaults.ts';
import type { SharedTexts } from './shared-texts.ts';

/** default-names.test.ts compares it with the default policies. */
export const DEFAULT_NAMES: Readonly<Record<keyof typeof english, true>> = {
  'Sentry offline': true,
  'No report for 2 minutes': true,
  'No report for 15 minutes': true,
  'Room temperature': true,
  'Too cold': true,
  'Too hot': true,
  Humidity: true,
  'Too dry': true,
  'Too humid': true,
  Motion: true,
  Thermal: true,
  'Hot spot': true,
  Tamper: true,
  'Tampered with': true,
  'Bluetooth discovery': true,
  'Bluetooth devices changed': true,
  'On battery power': true,
  'Bad power source': true,
  'Fluid leak': true,
  'Fluid sensor low battery': true,
  'Fluid sensor battery low': true,
  'Fluid sensor missing': true,
};

/** The name of a policy or a violation: a default one that nobody changed is translated, any other stays as it is. */
export const nameText = (t: SharedTexts, name: string): string =>
  isNameOf(DEFAULT_NAMES, name) ? t(`defaults.${name}`) : name;
