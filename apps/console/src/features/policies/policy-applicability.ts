/** Whether a policy applies to a device: not if all its violations name zones of other locations. */
import type { ZoneOut } from '@picket/contracts/types';
import { appliesInZones, type PolicyContent } from '@picket/domain/policies';

/** `zones`: those of the device's location. */
export function isNotApplicable(
  { definition }: Pick<PolicyContent, 'definition'>,
  sentry: string,
  zones: readonly ZoneOut[],
): boolean {
  const own = zones.filter((zone) => zone.sentry === undefined || zone.sentry === sentry);
  const zoneIds = new Set(own.map(({ zoneId }) => zoneId));
  return (
    definition.violations.length > 0 && !definition.violations.some((violation) => appliesInZones(violation, zoneIds))
  );
}
