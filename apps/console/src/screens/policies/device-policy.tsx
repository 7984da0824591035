/** /locations/:id/settings/devices/:deviceId/policies/:policyId: the override of a policy on a device. */
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { EditOverride } from '../../features/policies/overrides/edit-override.tsx';
import '../../features/policies/policies.css';
import { useApi } from '../../lib/api.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function DevicePolicy() {
  const { id = '', deviceId = '', policyId = '' } = useParams();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const sentry = useApi('GET /sentries/{guid}', { params: { guid: deviceId } });
  const policy = useApi('GET /policies/{guid}', { params: { guid: policyId } });
  const effective = useApi('GET /sentries/{guid}/policies/{policyGuid}', {
    params: { guid: deviceId, policyGuid: policyId },
  });
  useTitle(policy.data && sentry.data ? `${policy.data.name}, ${sentry.data.name}` : 'Policy of a device');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  const error = sentry.error ?? policy.error ?? effective.error;
  if (error && (!sentry.data || !policy.data || !effective.data))
    return (
      <LoadProblem
        error={error}
        title="The policy could not be loaded"
        absent={{
          title: 'Policy not found',
          text: 'The device or the policy was deleted.',
          home: `/locations/${id}/settings/devices`,
          homeLabel: 'To the devices',
        }}
        onRetry={() => void Promise.all([sentry.mutate(), policy.mutate(), effective.mutate()])}
      />
    );
  if (!location.data || !sentry.data || !policy.data || !effective.data) return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location.data} title={`${policy.data.name} on ${sentry.data.name}`} />
      <LocationTabs id={id} />
      <EditOverride
        key={`${deviceId} ${policyId}`}
        location={location.data}
        sentry={sentry.data}
        policy={policy.data}
        effective={effective.data}
      />
    </>
  );
}
