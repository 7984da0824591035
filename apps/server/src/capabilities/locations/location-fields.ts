/** The fields of a location as they are stored, and as the audit log shows them. */
import type { LocationOut } from '@picket/contracts/types';

export const coordinatesData = (coordinates: { latitude: number; longitude: number } | null) => ({
  latitude: coordinates?.latitude ?? null,
  longitude: coordinates?.longitude ?? null,
});

export const auditTarget = ({ guid, name }: LocationOut) => ({ kind: 'location', guid, name });

export const auditFields = ({ name, timezone, address, coordinates, attributes }: LocationOut) => ({
  name,
  timezone,
  address,
  coordinates,
  attributes,
});
