import type { ZoneOut } from '@picket/contracts/types';
import type { Translator } from '../../../lib/texts.ts';

/** The options of a field for a zone: none, those of the location, and a chosen one of another location. */
export const zoneOptions = (t: Translator, none: string, zones: readonly ZoneOut[], chosen: string | undefined) => [
  { value: '', label: none },
  ...zones.map((zone) => ({ value: zone.zoneId, label: zone.name })),
  ...(chosen === undefined || zones.some(({ zoneId }) => zoneId === chosen)
    ? []
    : [{ value: chosen, label: t('policies.zone.elsewhere') }]),
];
