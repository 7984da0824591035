/** /admin/policies: all policies with their rules, scope, alerts and share of false alarms. */
import { Button } from '@mantine/core';
import type { PolicyCardOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { scheduleText } from '@picket/domain/schedules';
import { useState } from 'react';
import { Link } from 'react-router';
import { ImportPolicies } from '../../features/policies/editor/import-policies.tsx';
import '../../features/policies/policies.css';
import { severityLabel } from '@picket/domain/severity';
import { namedContentOf } from '../../features/policies/policy-content.ts';
import { exportPolicies } from '../../features/policies/policy-file.ts';
import { violationText } from '../../features/policies/policy-text.ts';
import { PolicySimulator } from '../../features/policies/simulation/policy-simulator.tsx';
import { useSentryOptions } from '../../features/policies/use-sentry-options.ts';
import { RecentPolicyEdits } from '../../features/policies/versions/recent-policy-edits.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { plural } from '../../lib/plural.ts';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Policies() {
  useTitle('Policies');
  const { permissions, preferences } = useProfile();
  const mayEdit = isAdmin(permissions);
  const [isSimulating, setSimulating] = useState(false);
  const { data, error, mutate } = useApi('GET /views/policies', {});
  const { sentryOptions, error: unknown } = useSentryOptions();
  if (error && !data)
    return (
      <Problem
        isPage
        title="The policies could not be loaded"
        text={problemText(error)}
        onRetry={() => void mutate()}
      />
    );
  if (!data || (sentryOptions === undefined && unknown === undefined))
    return <div className="skeleton" style={{ height: 520 }} aria-hidden="true" />;
  const [sentryOption] = sentryOptions ?? [];
  return (
    <div className="stack">
      <div className="row">
        <h1>Policies</h1>
        <span className="grow" />
        {sentryOption !== undefined && (
          <Button variant="default" aria-expanded={isSimulating} onClick={() => setSimulating(!isSimulating)}>
            Would it alert?
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => exportPolicies(data.items.map(namedContentOf), 'policies.json')}
          disabled={data.items.length === 0}
        >
          Export
        </Button>
        {mayEdit && <ImportPolicies policies={data.items} />}
        {mayEdit && (
          <Button component={Link} to="/admin/policies/new">
            Add policy
          </Button>
        )}
      </div>
      {isSimulating && sentryOptions !== undefined && sentryOption !== undefined && (
        <PolicySimulator
          sentryOptions={sentryOptions}
          sentryOption={sentryOption}
          draft={null}
          isAdmin={mayEdit}
          useCelsius={preferences.useCelsius}
        />
      )}
      {data.items.length === 0 ? (
        <section className="card empty">
          <h2>No policies yet</h2>
          <p className="muted">A policy defines limits and the severity of the alerts when they are exceeded.</p>
          {mayEdit && (
            <Button component={Link} to="/admin/policies/new">
              Add the first policy
            </Button>
          )}
        </section>
      ) : (
        <ul className="card policy-rows">
          {data.items.map((policy) => (
            <Row key={policy.guid} policy={policy} useCelsius={preferences.useCelsius} isAdmin={mayEdit} />
          ))}
        </ul>
      )}
      <RecentPolicyEdits mayUndo={mayEdit} />
    </div>
  );
}

interface RowProps {
  readonly policy: PolicyCardOut;
  readonly useCelsius: boolean;
  readonly isAdmin: boolean;
}

function Row({ policy, useCelsius, isAdmin: mayManage }: RowProps) {
  const { verdicts, overrides, alerts, open } = policy;
  const withVerdict = verdicts.real + verdicts.false + verdicts.maintenance;
  return (
    <li className="policy-row">
      <div className="stack-tight">
        <h2>
          <Link to={`/admin/policies/${policy.guid}`}>{policy.name}</Link>
        </h2>
        {policy.definition.violations.map((violation) => (
          <p key={violation.description} className="small">
            <StateBadge state={severityLabel(violation.severity)} /> {violationText(violation, useCelsius)}
          </p>
        ))}
        {policy.doNotDisturb !== undefined && (
          <p className="small muted">Do not disturb: {scheduleText(policy.doNotDisturb)}</p>
        )}
      </div>
      <dl className="num">
        <dt>In force for</dt>
        <dd>
          {plural(policy.sentries, 'sentry', 'sentries')}
          <br />
          <span className="small muted">at {plural(policy.locations, 'location')}</span>
        </dd>
      </dl>
      <dl className="num">
        <dt>Overrides</dt>
        <dd>
          {overrides === 0 ? (
            <span className="muted">none</span>
          ) : mayManage ? (
            <Link to={`/admin/policies/${policy.guid}/overrides`}>{plural(overrides, 'device')}</Link>
          ) : (
            plural(overrides, 'device')
          )}
        </dd>
      </dl>
      <dl className="num">
        <dt>Alerts in 30 days</dt>
        <dd>
          {alerts}
          {open > 0 && <span className="small">, {open} open</span>}
          <br />
          <span className="small muted">
            {withVerdict === 0 ? (
              'no verdicts'
            ) : (
              <>
                {verdicts.false} of {withVerdict} with a verdict were false{' '}
                <span className="share" aria-hidden="true">
                  <span style={{ width: `${(verdicts.false / withVerdict) * 100}%` }} />
                </span>
              </>
            )}
          </span>
        </dd>
      </dl>
    </li>
  );
}
