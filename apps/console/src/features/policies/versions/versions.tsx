/** The versions of a policy: what each changed, its author, and a button to restore it. */
import { Button } from '@mantine/core';
import type { PolicyVersionOut } from '@picket/contracts/types';
import { changesLine } from '@picket/domain/policy-change-words';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { formatAgo } from '../../../lib/format-relative-time.ts';
import { useNow } from '../../../lib/now.ts';
import { usePages } from '../../../lib/use-pages.ts';
import { ifUnmodifiedSince, useSave } from '../../../lib/use-save.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { namedContentOf } from '../policy-content.ts';
import { refreshPolicies } from '../refresh-policies.ts';
import { useReader } from '../use-reader.ts';
import { ChangeList } from './change-list.tsx';

interface Props {
  readonly policy: { readonly guid: string; readonly version: number; readonly last_update_ts: string };
  readonly current: NamedContent;
  readonly mayRestore: boolean;
}

export function Versions({ policy, current, mayRestore }: Props) {
  const now = useNow();
  const reader = useReader();
  const versions = usePages('GET /policies/{guid}/versions', { params: { guid: policy.guid }, query: { limit: 20 } });
  const [asked, setAsked] = useState<PolicyVersionOut | null>(null);
  return (
    <section className="card pad stack" id="versions" aria-label="Versions">
      <h2>Versions</h2>
      <ol className="list versions">
        {versions.items?.map((version) => (
          <li key={version.version}>
            <span className="main">
              <span>
                <strong className="num">Version {version.version}</strong>{' '}
                {version.version === policy.version && <span className="tag good">in force</span>}
              </span>
              <span className="small muted">
                {version.changes.length === 0 ? 'Default policy' : changesLine(version.changes, reader)}
              </span>
            </span>
            <span className="side small muted num">
              {version.createdBy === undefined ? '' : `${version.createdBy}, `}
              {formatAgo(version.createdAt, now)}
              {version.version !== policy.version && (
                <Button size="xs" variant="default" onClick={() => setAsked(version)}>
                  Compare<span className="visually-hidden"> version {version.version} with the one in force</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      <ShowMore pages={versions} />
      {asked !== null && (
        <Compare
          policy={policy}
          version={asked}
          current={current}
          mayRestore={mayRestore}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function Compare({
  policy,
  version,
  current,
  mayRestore,
  onClose,
}: Props & { readonly version: PolicyVersionOut; readonly onClose: () => void }) {
  const changes = namedPolicyChanges(current, namedContentOf(version));
  const { busy, problem, submit } = useSave(async () => {
    await api('POST /policies/{guid}/versions/{version}/restore', {
      params: { guid: policy.guid, version: String(version.version) },
      headers: ifUnmodifiedSince(policy),
    });
    await refreshPolicies();
    showToast(`Version ${version.version} restored`, `As version ${policy.version + 1}.`);
    onClose();
  }, refreshPolicies);
  return (
    <Dialog title={`Restore version ${version.version}?`} onClose={onClose}>
      {changes.length === 0 ? (
        <p>It is identical to the version in effect.</p>
      ) : (
        <>
          <p className="muted">From the version in force to version {version.version} this changes:</p>
          <ChangeList changes={changes} />
        </>
      )}
      <FormProblem problem={problem} />
      <div className="row">
        {mayRestore && changes.length > 0 && (
          <Button loading={busy} onClick={() => void submit()}>
            Restore as version {policy.version + 1}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
