/** How operators read, wherever they do: in policies, on graphs, in messages and in changes. */
import type { OperatorCatalog } from '../../kind-catalogs.ts';

const texts: OperatorCatalog = {
  'label.GREATER_THAN': 'is above',
  'label.LESS_THAN': 'is below',
  'label.CHANGED': 'changes',
  'ofState.GREATER_THAN': 'is on',
  'ofState.LESS_THAN': 'is off',
  'ofState.CHANGED': 'changes',
  'limit.GREATER_THAN': 'above',
  'limit.LESS_THAN': 'below',
  'limit.CHANGED': 'changed from',
};

export default texts;
