/** /locations/:id/settings/devices/:deviceId/policies: the policies in force on a device, with the source of each value. */
import type { EffectivePolicyOut } from '@picket/contracts/types';
import { scheduleText } from '@picket/domain/schedules';
import { severityLabel } from '@picket/domain/severity';
import { Link, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import '../../features/policies/policies.css';
import { REASON_LABELS } from '../../features/policies/overrides/override-text.ts';
import { isNotApplicable } from '../../features/policies/policy-applicability.ts';
import { violationText } from '../../features/policies/policy-text.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { useApi } from '../../lib/api.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function DevicePolicies() {
  const { id = '', deviceId = '' } = useParams();
  const { useCelsius } = useProfile().preferences;
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const sentry = useApi('GET /sentries/{guid}', { params: { guid: deviceId } });
  const policies = useApi('GET /sentries/{guid}/policies', { params: { guid: deviceId }, query: { limit: 500 } });
  const zones = useApi('GET /locations/{guid}/zones', { params: { guid: id }, query: { limit: 500 } });
  useTitle(sentry.data ? `${sentry.data.name}, policies` : 'Policies');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  const error = sentry.error ?? policies.error;
  if (error && (!sentry.data || !policies.data))
    return (
      <LoadProblem
        error={error}
        title="Its policies could not be loaded"
        absent={{
          title: 'Device not found',
          text: 'It was removed or does not belong to this location.',
          home: `/locations/${id}/settings/devices`,
          homeLabel: 'To the devices',
        }}
        onRetry={() => void Promise.all([sentry.mutate(), policies.mutate()])}
      />
    );
  if (!location.data || !sentry.data || !policies.data || (!zones.data && !zones.error)) return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location.data} title={`Policies of ${sentry.data.name}`} />
      <LocationTabs id={id} />
      <ul className="card policy-rows">
        {policies.data.items.map((policy) => (
          <Row
            key={policy.policy.guid}
            location={id}
            policy={policy}
            isElsewhere={isNotApplicable(policy, deviceId, zones.data?.items ?? [])}
            useCelsius={useCelsius}
          />
        ))}
      </ul>
    </>
  );
}

function Row({
  location,
  policy,
  isElsewhere,
  useCelsius,
}: {
  readonly location: string;
  readonly policy: EffectivePolicyOut;
  readonly isElsewhere: boolean;
  readonly useCelsius: boolean;
}) {
  const { reason, definition, doNotDisturb } = policy;
  return (
    <li className="policy-row in-force">
      <div className="stack-tight">
        <h2>
          <Link to={`/locations/${location}/settings/devices/${policy.sentry}/policies/${policy.policy.guid}`}>
            {policy.policy.name}
          </Link>
        </h2>
        {definition.violations.map((violation) => (
          <p key={violation.description} className="small">
            <StateBadge state={severityLabel(violation.severity)} /> {violationText(violation, useCelsius)}
          </p>
        ))}
        {doNotDisturb !== undefined && <p className="small muted">Do not disturb: {scheduleText(doNotDisturb)}</p>}
      </div>
      <div className="stack-tight">
        <span className={reason === 'GLOBAL' ? 'tag' : 'tag caution'}>{REASON_LABELS[reason]}</span>
        {isElsewhere && (
          <span className="small muted">Watches a zone of another device, so it does not apply here</span>
        )}
        {policy.dormant.length > 0 && <span className="small muted">Parts of the override have no effect</span>}
      </div>
    </li>
  );
}
