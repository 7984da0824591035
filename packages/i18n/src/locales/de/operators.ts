import type { OperatorCatalog } from '../../kind-catalogs.ts';

const texts: OperatorCatalog = {
  'label.GREATER_THAN': 'liegt über',
  'label.LESS_THAN': 'liegt unter',
  'label.CHANGED': 'ändert sich',
  'ofState.GREATER_THAN': 'ist an',
  'ofState.LESS_THAN': 'ist aus',
  'ofState.CHANGED': 'ändert sich',
  'limit.GREATER_THAN': 'über',
  'limit.LESS_THAN': 'unter',
  'limit.CHANGED': 'geändert von',
};

export default texts;
