import type { Translation } from '@picket/i18n/messages';
import type english from '../en/forms.ts';

export default {
  required: 'Geben Sie einen Wert ein',
  email: 'Keine gültige E-Mail-Adresse',
  notANumber: 'Geben Sie eine Zahl ein',
  tooLong: 'Höchstens {limit, plural, other {{limit, number} Zeichen}}',
  tooShort: 'Mindestens {limit, plural, other {{limit, number} Zeichen}}',
  tooLarge: 'Höchstens {limit, number}',
  tooSmall: 'Mindestens {limit, number}',
} as const satisfies Translation<typeof english>;
