/** Shown when somebody else saved the policy meanwhile: both changes, and how to continue. */
import { Button } from '@mantine/core';
import { leadingColumnOf } from '@picket/domain/metrics';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import type { DraftConflict } from '@picket/domain/policy-drafts';
import { type ChangeReader, fieldWords } from '@picket/i18n/change-words';
import { metricSentenceText, nameText } from '../../../lib/kind-texts.ts';
import { listText } from '../../../lib/list-text.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { strong } from '../../../ui/rich-tags.tsx';
import { useReader } from '../use-reader.ts';
import { ChangeList } from '../versions/change-list.tsx';
import styles from './edit-conflict-banner.module.css';
import type { PolicyDraft } from './use-policy-draft.ts';

export function EditConflictBanner({ draft }: { readonly draft: PolicyDraft }) {
  const t = useText();
  const reader = useReader();
  const { conflict } = draft;
  if (conflict === null) return null;
  const { base, theirs, rebased } = conflict;
  return (
    <section className={`card ${styles.banner} stack`} role="alert" aria-label={t('policies.conflict.title')}>
      <h2>{t('policies.conflict.title')}</h2>
      <p>{t('policies.conflict.theirs')}</p>
      <ChangeList changes={namedPolicyChanges(base, theirs.content)} />
      <p className="muted">{t('policies.conflict.yours')}</p>
      <ChangeList changes={namedPolicyChanges(base, draft.content)} />
      {rebased.conflicts.length > 0 && (
        <p>
          {t.rich('policies.conflict.both', {
            parts: listText(
              t,
              rebased.conflicts.map((one) => conflictText(t, one, reader)),
            ),
            strong,
          })}
        </p>
      )}
      <div className="row">
        <Button onClick={() => draft.continueWith(rebased.content)}>{t('policies.conflict.merge')}</Button>
        <Button variant="default" onClick={draft.discard}>
          {t('policies.conflict.discard')}
        </Button>
      </div>
    </section>
  );
}

/** "Too hot: temperature: limit" */
function conflictText(
  t: Translator,
  { violation, sensorMetricId, field }: DraftConflict,
  reader: ChangeReader,
): string {
  return [
    violation === null ? null : nameText(t, violation),
    // A condition is called after its first column, as its changes are.
    sensorMetricId === null ? null : metricSentenceText(t, sensorMetricId, leadingColumnOf(sensorMetricId)),
    field === null ? null : fieldWords(reader.t, field),
  ]
    .filter((part) => part !== null)
    .join(': ');
}
