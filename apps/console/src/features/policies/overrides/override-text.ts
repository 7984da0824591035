/** Texts for where a value in force comes from. */
import type { EffectivePolicyOut } from '@picket/contracts/types';

export const REASON_LABELS: Readonly<Record<EffectivePolicyOut['reason'], string>> = {
  GLOBAL: 'Follows the policy',
  OVERRIDE: 'Overridden values',
  PINNED: 'Pinned copy',
};

export const REASON_TEXTS: Readonly<Record<EffectivePolicyOut['reason'], string>> = {
  GLOBAL: 'The organization’s policy is in effect here, and its edits apply here.',
  OVERRIDE: 'Some values are overridden on this device; everything else follows the organization’s policy.',
  PINNED: 'This device has a pinned copy. Edits to the organization’s policy do not affect it.',
};
