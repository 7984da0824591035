import type { Translation } from '@picket/i18n/messages';
import type english from '../en/names.ts';

export default {
  simulatedSentry: '{number, plural, =1 {Simulierter Wächter} other {Simulierter Wächter #}}',
} satisfies Translation<typeof english>;
