/** Creates a policy from a template. */
import { Button } from '@mantine/core';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../../ui/name-field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useProfile } from '../../session/index.ts';
import { BacktestPanel } from '../simulation/backtest-panel.tsx';
import { EditPreview, useEditPreview } from './edit-preview.tsx';
import '../policies.css';
import { WeeklySchedule } from '../../../ui/weekly-schedule.tsx';
import { definitionBody, doNotDisturbBody, TEMPLATES, uniqueName } from '../policy-content.ts';
import { useSelectedSentry } from '../use-selected-sentry.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { refreshPolicies } from '../versions/recent-policy-edits.tsx';
import { PolicyEditor } from './policy-editor.tsx';

export function NewPolicy({
  names,
  sentryOptions,
}: {
  readonly names: readonly string[];
  readonly sentryOptions: readonly SentryOption[];
}) {
  const { guid: person, preferences } = useProfile();
  const { useCelsius } = preferences;
  const navigate = useNavigate();
  const { sentryOption, choose } = useSelectedSentry(null, sentryOptions);
  const draft = useDraft<NamedContent | null>(person, 'policy new', null);
  const content = draft.value;
  const { preview, error: refused } = useEditPreview(null, content ?? EMPTY, content !== null);
  const { busy, problem, submit, reset } = useSubmit(async () => {
    if (content === null) return;
    const made = await api('POST /policies', {
      body: {
        name: content.name,
        definition: definitionBody(content.definition),
        doNotDisturb: doNotDisturbBody(content.doNotDisturb),
      },
    });
    draft.clear();
    await refreshPolicies();
    showToast('Policy created', made.name);
    navigate(`/admin/policies/${made.guid}`, { replace: true });
  });
  const change = (changed: NamedContent): void => {
    draft.change(changed);
    reset();
  };
  if (content === null)
    return (
      <div className="stack">
        <h1>Add a policy</h1>
        <p className="muted">What do you want to be notified about? You can change everything on the next page.</p>
        <ul className="templates">
          {TEMPLATES.map(({ name, text, violation }) => (
            <li key={name}>
              <button
                type="button"
                className="template"
                onClick={() =>
                  change({
                    name: uniqueName(name, names),
                    definition: { violations: [violation] },
                    doNotDisturb: null,
                  })
                }
              >
                <strong>{name}</strong>
                <span className="small muted">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    );
  const formProblem = problem ?? refused ?? null;
  return (
    <Form className="stack" label="New policy" dirty onSubmit={() => void submit()}>
      <h1>Add a policy</h1>
      <DraftRestoredBanner draft={draft} />
      <div className="narrow-field">
        <NameField
          label="Name of the policy"
          value={content.name}
          takenNames={names}
          problem={formProblem}
          onChange={(name) => change({ ...content, name })}
        />
      </div>
      <PolicyEditor
        content={content}
        inForce={null}
        sentryOption={sentryOption}
        readOnly={false}
        useCelsius={useCelsius}
        problem={formProblem}
        onChange={change}
      />
      {sentryOption !== null && (
        <BacktestPanel
          policy={null}
          inForceName=""
          inForce={null}
          draft={content}
          sentryOptions={sentryOptions}
          sentryOption={sentryOption}
          onSelectSentry={choose}
          useCelsius={useCelsius}
        />
      )}
      <div className="policy-columns">
        <WeeklySchedule
          schedule={content.doNotDisturb}
          place={sentryOption === null ? null : sentryOption.location}
          readOnly={false}
          onChange={(doNotDisturb) => change({ ...content, doNotDisturb })}
        />
        <EditPreview policy={null} preview={preview} isDirty />
      </div>
      <div className="save-bar">
        <Button type="submit" loading={busy} disabled={!isValidName(content.name, names)}>
          Create policy
        </Button>
        <Button variant="default" component={Link} to="/admin/policies" onClick={draft.clear}>
          Discard
        </Button>
        <FormProblem problem={formProblem} fields={['name', 'definition.violations']} />
      </div>
    </Form>
  );
}

const EMPTY: NamedContent = { name: 'Policy', definition: { violations: [] }, doNotDisturb: null };
