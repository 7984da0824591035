/** How operators read, in the language of the reader. */
import type { Operator } from '@picket/domain/operators';
import type { SharedTexts } from './shared-texts.ts';

/** Between a sensor and its limit: "is above". */
export const operatorWords = (t: SharedTexts, operator: Operator): string => t(`operators.label.${operator}`);
/** The same for a sensor that is on or off: "is on". */
export const stateOperatorWords = (t: SharedTexts, operator: Operator): string => t(`operators.ofState.${operator}`);
/** Before a limit alone: "above". */
export const limitWords = (t: SharedTexts, operator: Operator): string => t(`operators.limit.${operator}`);
