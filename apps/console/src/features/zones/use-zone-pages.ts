/** What the pages of zones show. */
import type { LocationOut, PolicyOut, TaggingZoneOut, ZoneOut } from '@picket/contracts/types';
import { type ApiError, useApi } from '../../lib/api.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { type PictureSensors, usePictureSensors } from './picture-sensors.ts';

interface ZonePageData {
  /** undefined: not loaded yet. */
  readonly location: LocationOut | undefined;
  /** Why there is no location. */
  readonly locationError: ApiError | undefined;
  readonly retryLocation: () => void;
  /** All of the location. */
  readonly zones: readonly ZoneOut[] | undefined;
  readonly pictures: PictureSensors;
}

function useZones(guid: string): ZonePageData {
  const location = useApi('GET /locations/{guid}', { params: { guid } });
  const zones = useWholeList('GET /locations/{guid}/zones', { params: { guid } });
  return {
    location: location.data,
    locationError: location.data === undefined ? location.error : undefined,
    retryLocation: () => void location.mutate(),
    zones: zones.data?.items,
    pictures: usePictureSensors(guid),
  };
}

export interface SensorZonesData extends ZonePageData {
  readonly policies: readonly PolicyOut[] | undefined;
  /** When each sensor was last read, by its id; empty if it could not be loaded. undefined: not loaded yet. */
  readonly readAt: ReadonlyMap<string, number> | undefined;
}

/** All zones of a location with their policies. */
export function useSensorZones(guid: string): SensorZonesData {
  const policies = useWholeList('GET /policies');
  const latest = useApi('GET /locations/{guid}/latest', { params: { guid } });
  const times = latest.data?.items.map(
    ({ sentry, sensorMetricId, at }) => [`${sentry}_${sensorMetricId}`, Date.parse(at)] as const,
  );
  return {
    ...useZones(guid),
    policies: policies.data?.items,
    readAt: times === undefined && latest.error === undefined ? undefined : new Map(times),
  };
}

export interface BaseZoneData extends ZonePageData {
  readonly policy: PolicyOut | undefined;
  /** Why there is no policy. */
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** The base zones of a policy. */
export function useBaseZone(guid: string, policyGuid: string): BaseZoneData {
  const { data, error, mutate } = useApi('GET /policies/{guid}', { params: { guid: policyGuid } });
  return {
    ...useZones(guid),
    policy: data,
    error: data === undefined ? error : undefined,
    retry: () => void mutate(),
  };
}

export interface TaggingZoneData extends ZonePageData {
  /** undefined: not loaded yet, or a new one. */
  readonly tagging: TaggingZoneOut | undefined;
  /** Why there is no zone. */
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** A tagging zone; `policyGuid` null: a new one. */
export function useTaggingZone(guid: string, policyGuid: string | null): TaggingZoneData {
  const { data, error, mutate } = useApi(
    'GET /locations/{guid}/tagging-zones/{policyGuid}',
    policyGuid === null ? null : { params: { guid, policyGuid } },
  );
  return {
    ...useZones(guid),
    tagging: data,
    error: data === undefined ? error : undefined,
    retry: () => void mutate(),
  };
}
