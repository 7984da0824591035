/** /locations/:id/settings/devices/:deviceId/policies: the policies in force on a device, with the source of each value. */
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { DevicePolicyList } from '../../features/policies/overrides/device-policy-list.tsx';
import { useDevicePolicies } from '../../features/policies/overrides/use-device-policies.ts';
import { useText } from '../../lib/texts.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function DevicePolicies() {
  const t = useText();
  const { id = '', deviceId = '' } = useParams();
  const { location, locationError, retryLocation, sentry, policies, zones, error, retry } = useDevicePolicies(
    id,
    deviceId,
  );
  const title = sentry === undefined ? null : t('policies.device.title', { sentry: sentry.name });
  useTitle(title ?? t('policies.list.title'));
  if (locationError !== undefined) return <LocationProblem error={locationError} onRetry={retryLocation} />;
  if (error !== undefined)
    return (
      <LoadProblem
        error={error}
        title={t('policies.device.problem')}
        absent={{
          title: t('policies.device.notFound'),
          text: t('policies.device.notFoundText'),
          home: `/locations/${id}/settings/devices`,
          homeLabel: t('policies.device.toList'),
        }}
        onRetry={retry}
      />
    );
  if (location === undefined || title === null || policies === undefined || zones === undefined)
    return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location} title={title} />
      <LocationTabs id={id} />
      <DevicePolicyList location={id} sentry={deviceId} policies={policies} zones={zones} />
    </>
  );
}
