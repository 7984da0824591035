/** /locations/:id/settings/devices/:deviceId/policies/:policyId: the override of a policy on a device. */
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { EditOverride } from '../../features/policies/overrides/edit-override.tsx';
import { useDevicePolicy } from '../../features/policies/overrides/use-device-policies.ts';
import { PolicyProblem } from '../../features/policies/policy-problem.tsx';
import { nameText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function DevicePolicy() {
  const t = useText();
  const { id = '', deviceId = '', policyId = '' } = useParams();
  const data = useDevicePolicy(id, deviceId, policyId);
  const { location, locationError, retryLocation, sentry, policy, effective, error, retry } = data;
  const title =
    policy === undefined || sentry === undefined
      ? null
      : t('policies.overrides.onSentry', { policy: nameText(t, policy.name), sentry: sentry.name });
  useTitle(title ?? t('policies.device.policy'));
  if (locationError !== undefined) return <LocationProblem error={locationError} onRetry={retryLocation} />;
  if (error !== undefined)
    return (
      <PolicyProblem
        error={error}
        title={t('policies.page.problem')}
        out={{ home: `/locations/${id}/settings/devices`, homeLabel: t('policies.device.toList') }}
        onRetry={retry}
      />
    );
  if (
    location === undefined ||
    sentry === undefined ||
    policy === undefined ||
    effective === undefined ||
    title === null
  )
    return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location} title={title} />
      <LocationTabs id={id} />
      <EditOverride
        key={`${deviceId} ${policyId}`}
        location={location}
        sentry={sentry}
        policy={policy}
        effective={effective}
      />
    </>
  );
}
