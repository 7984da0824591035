/** The form of a policy, of its override on a sentry, and of a new policy: its content, its backtest, and saving it. */

import type { NamedContent } from '@picket/domain/policy-drafts';
import { type ReactNode, useState } from 'react';
import { useSubmit } from '../../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { Form } from '../../../ui/form.tsx';
import { isValidName } from '../../../ui/name-field.tsx';
import { useProfile } from '../../session/index.ts';
import { PolicyBacktest } from '../simulation/policy-backtest.tsx';
import { useBacktest } from '../simulation/use-backtest.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { type PolicyChecks, usePolicyChecks } from '../warnings/use-policy-checks.ts';
import { EditConflictBanner } from './edit-conflict-banner.tsx';
import { PolicyFields } from './policy-fields.tsx';
import type { PolicyFormState } from './policy-form-state.ts';
import { PolicySaveBar } from './policy-save-bar.tsx';

interface Props {
  /** Its name for screen readers. */
  readonly label: string;
  readonly form: PolicyFormState;
  readonly mayEdit: boolean;
  /** The names of the other policies; null: the name is not to be changed. */
  readonly takenNames: readonly string[] | null;
  /** What the backtest runs on; the first one is selected by the screen. */
  readonly sentryOptions: readonly SentryOption[];
  /** null: there is none, or it is not known yet. */
  readonly sentryOption: SentryOption | null;
  readonly onSelectSentry: (sentry: string) => void;
  /** The name of the upper track of the backtest: "version 4, in force". */
  readonly inForceName: string;
  /** What saving is called: "Save as version 5". */
  readonly action: string;
  /** Beside the schedule: what saving changes. */
  readonly children: ReactNode;
}

const SHOWN_FIELDS = ['name', 'definition.violations'];

export function PolicyForm(props: Props) {
  const { label, form, mayEdit, takenNames, sentryOptions, sentryOption, inForceName, action, children } = props;
  const { useCelsius } = useProfile().preferences;
  const { policy, sentry, content, inForce, draft } = form;
  const subject = { policy, inForce, draft: content, isOverride: sentry !== null, sentryOption };
  const backtest = useBacktest(subject);
  const checks = usePolicyChecks({ policy, sentry, inForce, draft: content });
  const canSave = form.isDirty && (takenNames === null || isValidName(content.name, takenNames));
  const saving = useSaving(form, checks);
  return (
    <Form
      className="stack"
      label={label}
      dirty={form.isDirty}
      onSubmit={() => void saving.submit()}
      // The question is shown, and takes the place of the button.
      onRefused={saving.ask}
    >
      {mayEdit && <DraftRestoredBanner draft={form.restored} />}
      {draft !== null && <EditConflictBanner draft={draft} />}
      <PolicyFields
        content={content}
        inForce={inForce}
        takenNames={takenNames}
        sentryOption={sentryOption}
        readOnly={!mayEdit}
        useCelsius={useCelsius}
        problem={form.problem}
        checks={checks}
        onChange={form.change}
        backtest={
          <PolicyBacktest
            subject={subject}
            backtest={backtest}
            inForceName={inForceName}
            sentryOptions={sentryOptions}
            onSelectSentry={props.onSelectSentry}
            useCelsius={useCelsius}
          />
        }
      >
        {children}
      </PolicyFields>
      {mayEdit && (form.isDirty || form.hasFailed) && (
        <PolicySaveBar
          form={form}
          checks={checks}
          asked={saving.asked}
          busy={saving.busy || form.busy}
          summary={sentryOption === null ? null : backtest.summary}
          action={action}
          canSave={canSave}
          fields={SHOWN_FIELDS}
          useCelsius={useCelsius}
        />
      )}
    </Form>
  );
}

/** What it silences may still be loading: saving waits for it, so that the question is never missed. */
function useSaving({ content, save }: PolicyFormState, checks: PolicyChecks) {
  const [asked, setAsked] = useState<{ readonly about: NamedContent } | null>(null);
  const ask = (): void => setAsked({ about: content });
  const { busy, submit } = useSubmit(async () => {
    const warnings = await checks.loadWarnings();
    if (warnings.length > 0) ask();
    else await save(false);
  });
  return { busy, submit, ask, asked: asked?.about === content ? asked : null };
}
