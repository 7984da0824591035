import { DEFAULT_LANGUAGE, languageOfTag } from '@picket/domain/languages';
import type { Reader } from '@picket/domain/policy-change-words';
import { decimalText } from '../../lib/decimal-text.ts';
import { useText } from '../../lib/texts.ts';
import { useProfile } from '../session/index.ts';

/** Who reads: in which language, numbers and units changes are described. */
export function useReader(): Reader {
  const t = useText();
  return {
    language: languageOfTag(t.locale) ?? DEFAULT_LANGUAGE,
    useCelsius: useProfile().preferences.useCelsius,
    formatNumber: (text) => decimalText(t, text),
  };
}
