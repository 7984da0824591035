import type { ChangeReader } from '@picket/i18n/change-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { decimalText } from '../../lib/decimal-text.ts';
import { useText } from '../../lib/texts.ts';
import { useProfile } from '../session/index.ts';

/** Who reads: in which language, numbers and units changes are described. */
export function useReader(): ChangeReader {
  const t = useText();
  return {
    t: sharedTextsOf(t),
    useCelsius: useProfile().preferences.useCelsius,
    formatNumber: (text) => decimalText(t, text),
  };
}
