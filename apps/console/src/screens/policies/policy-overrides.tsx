/** /admin/policies/:id/overrides: the overrides of a policy by location and device. */
import { Button } from '@mantine/core';
import type { OverrideOut, PolicyOut } from '@picket/contracts/types';
import { policyInForce } from '@picket/domain/policy-merge';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ResetToPolicy } from '../../features/policies/overrides/reset-to-policy.tsx';
import { ChangeList } from '../../features/policies/versions/change-list.tsx';
import { changesOf } from '../../features/policies/versions/describe-changes.ts';
import '../../features/policies/policies.css';
import { REASON_LABELS } from '../../features/policies/overrides/override-text.ts';
import { namedContentOf } from '../../features/policies/policy-content.ts';
import { violationText } from '../../features/policies/policy-text.ts';
import { RecentPolicyEdits } from '../../features/policies/versions/recent-policy-edits.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { plural } from '../../lib/plural.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function PolicyOverrides() {
  const { id = '' } = useParams();
  const { useCelsius } = useProfile().preferences;
  const policy = useApi('GET /policies/{guid}', { params: { guid: id } });
  const cards = useApi('GET /views/policies', {});
  const overrides = usePages('GET /policies/{guid}/overrides', { params: { guid: id }, query: { limit: 100 } });
  useTitle(policy.data ? `${policy.data.name}, overrides` : 'Overrides');
  const error = policy.error ?? overrides.error;
  if (error && (!policy.data || !overrides.items)) {
    const isNotFound = error.status === 404 || error.status === 400;
    return (
      <Problem
        isPage
        title={isNotFound ? 'Policy not found' : 'The overrides could not be loaded'}
        text={isNotFound ? 'It was deleted or never existed.' : problemText(error)}
        {...(isNotFound
          ? { home: '/admin/policies', homeLabel: 'To all policies' }
          : { onRetry: () => void Promise.all([policy.mutate(), overrides.reload()]) })}
      />
    );
  }
  if (!policy.data || !overrides.items || (!cards.data && !cards.error))
    return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  const card = cards.data?.items.find(({ guid }) => guid === id);
  const byLocation = [...Map.groupBy(overrides.items, ({ location }) => location.guid)].map(([, list]) => list);
  byLocation.sort((a, b) => (a[0]?.location.name ?? '').localeCompare(b[0]?.location.name ?? ''));
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
          {byLocation.length === 0 ? (
            <ul className="tree">
              <li className="muted">No overrides. The policy applies unchanged to all devices.</li>
            </ul>
          ) : (
            <ul className="tree">
              {byLocation.map((list) => (
                <LocationBranch key={list[0]?.location.guid} list={list} policy={policy.data} />
              ))}
            </ul>
          )}
        </li>
      </ul>
      <ShowMore pages={overrides} />
      <RecentPolicyEdits policy={id} mayUndo />
    </div>
  );
}

function LocationBranch({
  list,
  policy,
}: {
  readonly list: readonly OverrideOut[];
  readonly policy: PolicyOut | undefined;
}) {
  const [first] = list;
  if (first === undefined || policy === undefined) return null;
  return (
    <li>
      <h2>
        <Link to={`/locations/${first.location.guid}`}>{first.location.name}</Link>
      </h2>
      <ul className="tree">
        {list.map((override) => (
          <OverrideRow key={override.sentry.guid} override={override} policy={policy} />
        ))}
      </ul>
    </li>
  );
}

function OverrideRow({ override, policy }: { readonly override: OverrideOut; readonly policy: PolicyOut }) {
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const global = namedContentOf(policy);
  const here = policyInForce(global, override.override);
  const changes = changesOf(global, { ...global, definition: here.definition, doNotDisturb: here.doNotDisturb });
  const path = `/locations/${override.location.guid}/settings/devices/${override.sentry.guid}/policies/${policy.guid}`;
  return (
    <li className="card pad stack-tight">
      <div className="row">
        <h3>
          <Link to={path}>{override.sentry.name}</Link>
        </h3>
        <span className="tag caution">{REASON_LABELS[here.reason]}</span>
        <span className="small muted">
          changed {formatAgo(override.last_update_ts, now)}
          {override.changedBy !== undefined && ` by ${override.changedBy}`}
        </span>
        <span className="grow" />
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Reset to policy<span className="visually-hidden">: {override.sentry.name}</span>
        </Button>
      </div>
      {changes.length === 0 ? (
        <p className="small muted">Its values equal those of the policy now, but would not follow later edits.</p>
      ) : (
        <ChangeList changes={changes} />
      )}
      {here.dormant.length > 0 && (
        <p className="small muted">No effect, since the policy no longer has these parts: {here.dormant.join(', ')}</p>
      )}
      {asking && (
        <ResetToPolicy
          sentry={override.sentry}
          policy={policy.guid}
          changes={changesOf({ ...global, definition: here.definition, doNotDisturb: here.doNotDisturb }, global)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
