/** The versions of a policy: what each changed, its author, and a button to restore it. */
import { Button } from '@mantine/core';
import type { PolicyVersionOut } from '@picket/contracts/types';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { changesLine } from '@picket/i18n/change-words';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { usePages } from '../../../lib/use-pages.ts';
import { ifUnmodifiedSince, useSave } from '../../../lib/use-save.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { hidden } from '../../../ui/rich-tags.tsx';
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
  const t = useText();
  const reader = useReader();
  const versions = usePages('GET /policies/{guid}/versions', { params: { guid: policy.guid }, query: { limit: 20 } });
  const [asked, setAsked] = useState<PolicyVersionOut | null>(null);
  return (
    <section className="card pad stack" id="versions" aria-label={t('policies.versions.title')}>
      <h2>{t('policies.versions.title')}</h2>
      <ol className="list inner">
        {versions.items?.map((version) => (
          <li key={version.version}>
            <span className="main">
              <span>
                <strong className="num">{t('policies.versions.one', { version: String(version.version) })}</strong>{' '}
                {version.version === policy.version && (
                  <span className="tag good">{t('policies.versions.inForce')}</span>
                )}
              </span>
              <span className="small muted">
                {version.changes.length === 0 ? t('policies.versions.default') : changesLine(version.changes, reader)}
              </span>
            </span>
            <span className="side small muted num">
              <VersionOrigin version={version} />
              {version.version !== policy.version && (
                <Button size="xs" variant="default" onClick={() => setAsked(version)}>
                  {t.rich('policies.versions.compare', { version: String(version.version), hidden })}
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

function VersionOrigin({ version }: { readonly version: PolicyVersionOut }) {
  const t = useText();
  const ago = useFormats().ago(version.createdAt, useNow());
  return version.createdBy === undefined ? ago : t('policies.versions.by', { name: version.createdBy, ago });
}

function Compare({
  policy,
  version,
  current,
  mayRestore,
  onClose,
}: Props & { readonly version: PolicyVersionOut; readonly onClose: () => void }) {
  const t = useText();
  const number = String(version.version);
  const next = String(policy.version + 1);
  const changes = namedPolicyChanges(current, namedContentOf(version));
  const { busy, problem, submit } = useSave(async () => {
    await api('POST /policies/{guid}/versions/{version}/restore', {
      params: { guid: policy.guid, version: String(version.version) },
      headers: ifUnmodifiedSince(policy),
    });
    await refreshPolicies();
    showToast(
      t('policies.versions.restored', { version: number }),
      t('policies.versions.restoredAs', { version: next }),
    );
    onClose();
  }, refreshPolicies);
  return (
    <Dialog title={t('policies.versions.restoreTitle', { version: number })} onClose={onClose}>
      {changes.length === 0 ? (
        <p>{t('policies.versions.identical')}</p>
      ) : (
        <>
          <p className="muted">{t('policies.versions.changes', { version: number })}</p>
          <ChangeList changes={changes} />
        </>
      )}
      <FormProblem problem={problem} />
      <div className="row">
        {mayRestore && changes.length > 0 && (
          <Button loading={busy} onClick={() => void submit()}>
            {t('policies.versions.restoreAs', { version: next })}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}
