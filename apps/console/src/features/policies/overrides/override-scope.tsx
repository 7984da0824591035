/** What saving an override changes: one sentry, as a separate copy or as differences from the policy. */
import { Switch } from '@mantine/core';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import { ChangeList } from '../versions/change-list.tsx';
import type { useOverrideForm } from './use-override-form.ts';

interface Props {
  readonly sentryName: string;
  readonly override: ReturnType<typeof useOverrideForm>;
}

export function OverrideScope({ sentryName, override }: Props) {
  const { form, inForce, isCopy, needsCopy, setWantsCopy } = override;
  return (
    <section className="card pad stack" aria-label="Saving changes it for">
      <h2>Saving changes it for</h2>
      <p>
        <strong>{sentryName}</strong> alone
      </p>
      <Switch
        label="Keep a separate copy: later edits of the policy do not change it"
        checked={isCopy}
        disabled={needsCopy}
        onChange={(event) => setWantsCopy(event.currentTarget.checked)}
      />
      {needsCopy && (
        <p className="small muted">
          Violations or conditions were added, removed or renamed: this requires a separate copy.
        </p>
      )}
      {form.draft?.isDirty && <ChangeList changes={namedPolicyChanges(inForce, form.content)} />}
    </section>
  );
}
