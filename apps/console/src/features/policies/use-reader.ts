import type { Reader } from '@picket/domain/policy-change-words';
import { useProfile } from '../session/index.ts';

/** Who reads: in which language and units changes are described. */
export const useReader = (): Reader => ({ language: 'en', useCelsius: useProfile().preferences.useCelsius });
