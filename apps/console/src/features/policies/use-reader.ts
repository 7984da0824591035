import { DEFAULT_LANGUAGE, languageOfTag } from '@picket/domain/languages';
import type { Reader } from '@picket/domain/policy-change-words';
import { useText } from '../../lib/texts.ts';
import { useProfile } from '../session/index.ts';

/** Who reads: in which language and units changes are described. */
export const useReader = (): Reader => ({
  language: languageOfTag(useText().locale) ?? DEFAULT_LANGUAGE,
  useCelsius: useProfile().preferences.useCelsius,
});
