/** Names of the policies and rules every organization starts with, in the language of their reader. What people named stays. */
import { isNameOf } from '@picket/domain/kind-table';
import type english from './locales/en/defaults.ts';
import type { SharedTexts } from './shared-texts.ts';

/** default-names.test.ts compares it with the default policies, and those that adoptions add. */
export const DEFAULT_NAMES: Readonly<Record<keyof typeof english, true>> = {
  'Critical alerts': true,
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
  Smoke: true,
  'Smoke found': true,
  Gas: true,
  'Gas found': true,
  'Carbon monoxide': true,
  'Carbon monoxide found': true,
  Door: true,
  'Door open for 5 minutes': true,
  Vibration: true,
  'Carbon dioxide': true,
  'Too much CO₂': true,
  'Fine dust': true,
  'Too much fine dust': true,
  'Air pressure': true,
  'Air pressure too low': true,
  Light: true,
  'Light on for 15 minutes': true,
  'Power draw': true,
  'Power draw too high': true,
  'Mains voltage': true,
  'No mains voltage': true,
  Current: true,
  'Current too high': true,
  'Low battery': true,
  'Battery low': true,
  'Battery charge': true,
  'Battery below 15 %': true,
  'Charge of the fluid sensor battery': true,
  'Fluid sensor battery below 15 %': true,
};

/** The name of a policy or a violation: a default one that nobody changed is translated, any other stays as it is. */
export const nameText = (t: SharedTexts, name: string): string =>
  isNameOf(DEFAULT_NAMES, name) ? t(`defaults.${name}`) : name;
