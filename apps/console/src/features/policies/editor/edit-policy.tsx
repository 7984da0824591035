/** The page of a policy: its form, with what saving affects, its tuning suggestions, its simulation, its edits and versions. */
import type { PolicyOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { nameText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { useProfile } from '../../session/index.ts';
import { PolicySimulator } from '../simulation/policy-simulator.tsx';
import { TuningSuggestions } from '../tuning/tuning-suggestions.tsx';
import { useSelectedSentry } from '../use-selected-sentry.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { RecentPolicyEdits, useRecentPolicyEdits } from '../versions/recent-policy-edits.tsx';
import { Versions } from '../versions/versions.tsx';
import { EditPreview } from './edit-preview.tsx';
import { PolicyForm } from './policy-form.tsx';
import { PolicyHead } from './policy-head.tsx';
import { usePolicyForm } from './use-policy-form.ts';

interface Props {
  readonly policy: PolicyOut;
  /** The names of the other policies. */
  readonly names: readonly string[];
  readonly sentryOptions: readonly SentryOption[];
}

export function EditPolicy({ policy, names, sentryOptions }: Props) {
  const t = useText();
  const { permissions, preferences } = useProfile();
  const { useCelsius } = preferences;
  const mayEdit = isAdmin(permissions);
  const { sentryOption, choose } = useSelectedSentry(policy.guid, sentryOptions);
  // What follows waits for it: it would be pushed down.
  const isChoosing = sentryOption === null && sentryOptions.length > 0;
  const { form, inForce, preview, nextVersion } = usePolicyForm(policy, mayEdit);
  const { content, isDirty } = form;
  const edits = useRecentPolicyEdits({ policy: policy.guid });
  const backtestSuggestion = (suggested: NamedContent, sentry: string): void => {
    form.change(suggested);
    choose(sentry);
    document.querySelector('[data-backtest]')?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <PolicyHead policy={policy} inForce={inForce} mayEdit={mayEdit} onDeleted={form.discard} />
      <PolicyForm
        label={t('policies.form', { name: nameText(t, policy.name) })}
        form={form}
        mayEdit={mayEdit}
        takenNames={mayEdit ? names : null}
        sentryOptions={sentryOptions}
        sentryOption={sentryOption}
        onSelectSentry={choose}
        inForceName={t('policies.versionInForce', { version: String(policy.version) })}
        action={t('policies.saveAs', { version: String(nextVersion) })}
      >
        <div className="stack">
          {mayEdit && <EditPreview policy={policy.guid} preview={preview} isDirty={isDirty} />}
          <TuningSuggestions
            policy={policy.guid}
            content={content}
            useCelsius={useCelsius}
            onApply={mayEdit ? backtestSuggestion : null}
          />
        </div>
      </PolicyForm>
      {sentryOption !== null && (
        <PolicySimulator
          key={sentryOption.sentry.guid}
          sentryOptions={sentryOptions}
          sentryOption={sentryOption}
          draft={{ policy: policy.guid, content }}
          isAdmin={mayEdit}
          useCelsius={useCelsius}
        />
      )}
      {!isChoosing && <RecentPolicyEdits policy={policy.guid} mayUndo={mayEdit} />}
      {!isChoosing && (edits.data !== undefined || edits.error !== undefined) && (
        <Versions policy={policy} current={inForce} mayRestore={mayEdit && !isDirty} />
      )}
    </>
  );
}
