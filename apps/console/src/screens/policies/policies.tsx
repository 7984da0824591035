/** /admin/policies: all policies with what they watch, scope, alerts and share of false alarms. */
import { Button } from '@mantine/core';
import { isAdmin } from '@picket/domain/permissions';
import { useState } from 'react';
import { Link } from 'react-router';
import { ImportPolicies } from '../../features/policies/import/import-policies.tsx';
import { PolicyTable } from '../../features/policies/list/policy-table.tsx';
import '../../features/policies/policies.css';
import { namedContentOf } from '../../features/policies/policy-content.ts';
import { exportPolicies } from '../../features/policies/policy-file.ts';
import { PolicySimulator } from '../../features/policies/simulation/policy-simulator.tsx';
import { useSentryOptions } from '../../features/policies/use-sentry-options.ts';
import { RecentPolicyEdits } from '../../features/policies/versions/recent-policy-edits.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { Problem } from '../../ui/problem.tsx';
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
        <PolicyTable policies={data.items} useCelsius={preferences.useCelsius} isAdmin={mayEdit} />
      )}
      <RecentPolicyEdits mayUndo={mayEdit} />
    </div>
  );
}
