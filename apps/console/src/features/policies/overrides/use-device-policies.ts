/** What the pages of the policies of a device show. */
import type { EffectivePolicyOut, LocationOut, PolicyOut, SentryOut, ZoneOut } from '@picket/contracts/types';
import { type ApiError, useApi } from '../../../lib/api.ts';
import { useWholeList } from '../../../lib/use-whole-list.ts';

interface DeviceData {
  /** undefined: not loaded yet. */
  readonly location: LocationOut | undefined;
  /** Why there is no location. */
  readonly locationError: ApiError | undefined;
  readonly retryLocation: () => void;
  /** undefined: not loaded yet. */
  readonly sentry: SentryOut | undefined;
  /** Why the device, or what is shown of it, is missing. */
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

function useDevice(location: string, sentry: string) {
  const place = useApi('GET /locations/{guid}', { params: { guid: location } });
  const device = useApi('GET /sentries/{guid}', { params: { guid: sentry } });
  return {
    device,
    shown: {
      location: place.data,
      locationError: place.data === undefined ? place.error : undefined,
      retryLocation: (): void => void place.mutate(),
      sentry: device.data,
    },
  };
}

export interface DevicePoliciesData extends DeviceData {
  /** undefined: not loaded yet. */
  readonly policies: readonly EffectivePolicyOut[] | undefined;
  /** Of the location; none if they could not be loaded. undefined: not loaded yet. */
  readonly zones: readonly ZoneOut[] | undefined;
}

/** All policies of a device. */
export function useDevicePolicies(location: string, sentry: string): DevicePoliciesData {
  const { device, shown } = useDevice(location, sentry);
  const policies = useWholeList('GET /sentries/{guid}/policies', { params: { guid: sentry } });
  const zones = useWholeList('GET /locations/{guid}/zones', { params: { guid: location } });
  const isMissing = device.data === undefined || policies.data === undefined;
  return {
    ...shown,
    policies: policies.data?.items,
    zones: zones.data?.items ?? (zones.error === undefined ? undefined : []),
    error: isMissing ? (device.error ?? policies.error) : undefined,
    retry: () => void Promise.all([device.mutate(), policies.mutate()]),
  };
}

export interface DevicePolicyData extends DeviceData {
  /** undefined: not loaded yet. */
  readonly policy: PolicyOut | undefined;
  /** As it is in force on the device. */
  readonly effective: EffectivePolicyOut | undefined;
}

/** One policy of a device. */
export function useDevicePolicy(location: string, sentry: string, guid: string): DevicePolicyData {
  const { device, shown } = useDevice(location, sentry);
  const policy = useApi('GET /policies/{guid}', { params: { guid } });
  const effective = useApi('GET /sentries/{guid}/policies/{policyGuid}', {
    params: { guid: sentry, policyGuid: guid },
  });
  const isMissing = [device.data, policy.data, effective.data].includes(undefined);
  return {
    ...shown,
    policy: policy.data,
    effective: effective.data,
    error: isMissing ? (device.error ?? policy.error ?? effective.error) : undefined,
    retry: () => void Promise.all([device.mutate(), policy.mutate(), effective.mutate()]),
  };
}
