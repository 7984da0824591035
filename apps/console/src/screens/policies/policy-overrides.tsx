/** /admin/policies/:id/overrides: the overrides of a policy by location and device. */
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { OverrideTree } from '../../features/policies/overrides/override-tree.tsx';
import { usePolicyOverrides } from '../../features/policies/overrides/use-policy-overrides.ts';
import '../../features/policies/policies.css';
import { violationText } from '../../features/policies/policy-text.ts';
import { RecentPolicyEdits } from '../../features/policies/versions/recent-policy-edits.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { useApi } from '../../lib/api.ts';
import { plural } from '../../lib/plural.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function PolicyOverrides() {
  const { id = '' } = useParams();
  const { useCelsius } = useProfile().preferences;
  const policy = useApi('GET /policies/{guid}', { params: { guid: id } });
  const cards = useApi('GET /views/policies', {});
  const overrides = usePolicyOverrides(id);
  const { pages } = overrides;
  useTitle(policy.data ? `${policy.data.name}, overrides` : 'Overrides');
  const error = policy.error ?? pages.error;
  if (error && (!policy.data || !pages.items))
    return (
      <LoadProblem
        error={error}
        title="The overrides could not be loaded"
        absent={{
          title: 'Policy not found',
          text: 'It was deleted or never existed.',
          home: '/admin/policies',
          homeLabel: 'To all policies',
        }}
        onRetry={() => void Promise.all([policy.mutate(), pages.reload()])}
      />
    );
  if (!policy.data || !pages.items || (!cards.data && !cards.error))
    return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  const card = cards.data?.items.find(({ guid }) => guid === id);
  return (
    <div className="stack">
      <div className="row">
        <h1>
          {policy.data.name}
          <span className="muted"> · overrides</span>
        </h1>
        <span className="grow" />
        <Button variant="default" component={Link} to={`/admin/policies/${id}`}>
          Open policy
        </Button>
      </div>
      <ul className="tree">
        <li>
          <section className="card pad stack-tight" aria-label="All devices">
            <div className="row">
              <h2>All devices</h2>
              <span className="muted num small">
                version {policy.data.version}
                {card !== undefined &&
                  ` · ${plural(card.sentries, 'sentry', 'sentries')} at ${plural(card.locations, 'location')}`}
              </span>
            </div>
            {policy.data.definition.violations.map((violation) => (
              <p key={violation.description}>{violationText(violation, useCelsius)}</p>
            ))}
          </section>
          <OverrideTree policy={policy.data} overrides={overrides} />
        </li>
      </ul>
      <RecentPolicyEdits policy={id} mayUndo />
    </div>
  );
}
