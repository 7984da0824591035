/** Where a value in force comes from, in words. */
import type { EffectivePolicyOut } from '@picket/contracts';

export const REASON_LABELS: Readonly<Record<EffectivePolicyOut['reason'], string>> = {
  GLOBAL: 'Follows the policy',
  OVERRIDE: 'Values of its own',
  PINNED: 'A copy of its own',
};

export const REASON_TEXTS: Readonly<Record<EffectivePolicyOut['reason'], string>> = {
  GLOBAL: 'What the policy of the organisation says is in force here, now and after every edit of it.',
  OVERRIDE: 'Some values are this device’s own; in everything else it follows the policy of the organisation.',
  PINNED: 'This device has a copy of its own. Edits of the policy of the organisation do not touch it.',
};
