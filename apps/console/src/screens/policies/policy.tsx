/** /admin/policies/:id: the editor of a policy, with a backtest and the effects of the edit. */
import { Button } from '@mantine/core';
import type { PolicyOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { EditConflictBanner } from '../../features/policies/editor/edit-conflict-banner.tsx';
import { EditPreview, useEditPreview } from '../../features/policies/editor/edit-preview.tsx';
import { BacktestPanel } from '../../features/policies/simulation/backtest-panel.tsx';
import { TuningSuggestions } from '../../features/policies/tuning/tuning-suggestions.tsx';
import '../../features/policies/policies.css';
import { NewPolicy } from '../../features/policies/editor/new-policy.tsx';
import { PolicyEditor } from '../../features/policies/editor/policy-editor.tsx';
import { usePolicyDraft } from '../../features/policies/editor/use-policy-draft.ts';
import { definitionBody, doNotDisturbBody, namedContentOf } from '../../features/policies/policy-content.ts';
import { exportPolicies } from '../../features/policies/policy-file.ts';
import { PolicySimulator } from '../../features/policies/simulation/policy-simulator.tsx';
import { useSelectedSentry } from '../../features/policies/use-selected-sentry.ts';
import { type SentryOption, useSentryOptions } from '../../features/policies/use-sentry-options.ts';
import { RecentPolicyEdits, refreshPolicies } from '../../features/policies/versions/recent-policy-edits.tsx';
import { Versions } from '../../features/policies/versions/versions.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, problemText, useApi } from '../../lib/api.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { WeeklySchedule } from '../../ui/weekly-schedule.tsx';
import '../../ui/lists.css';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function PolicyPage() {
  const { id = '' } = useParams();
  const isNew = id === 'new';
  const { data, error, mutate } = useApi('GET /policies/{guid}', isNew ? null : { params: { guid: id } });
  const all = useApi('GET /policies', { query: { limit: 500 } });
  const { sentryOptions, error: unknown, retry } = useSentryOptions();
  const { permissions } = useProfile();
  useTitle(isNew ? 'Add policy' : (data?.name ?? 'Policy'));
  if (!isNew && error && !data) {
    const isNotFound = error.status === 404 || error.status === 400;
    return (
      <Problem
        isPage
        title={isNotFound ? 'Policy not found' : 'The policy could not be loaded'}
        text={isNotFound ? 'It was deleted or never existed.' : problemText(error)}
        {...(isNotFound ? { home: '/admin/policies', homeLabel: 'To all policies' } : { onRetry: () => void mutate() })}
      />
    );
  }
  if (isNew && !isAdmin(permissions))
    return (
      <Problem
        isPage
        title="Access denied"
        text="Only administrators of the whole organization can add policies."
        home="/admin/policies"
        homeLabel="To all policies"
      />
    );
  if (unknown !== undefined)
    return <Problem isPage title="The sentries could not be loaded" text={problemText(unknown)} onRetry={retry} />;
  if ((!isNew && !data) || (!all.data && !all.error) || sentryOptions === undefined)
    return <div className="skeleton" style={{ height: 640 }} aria-hidden="true" />;
  const names = (all.data?.items ?? []).filter(({ guid }) => guid !== id).map(({ name }) => name);
  return isNew ? (
    <NewPolicy names={names} sentryOptions={sentryOptions} />
  ) : data === undefined ? null : (
    <Editor key={data.guid} policy={data} names={names} sentryOptions={sentryOptions} />
  );
}

interface EditorProps {
  readonly policy: PolicyOut;
  readonly names: readonly string[];
  readonly sentryOptions: readonly SentryOption[];
}

function Editor({ policy, names, sentryOptions }: EditorProps) {
  const { guid: person, permissions, preferences } = useProfile();
  const { useCelsius } = preferences;
  const mayEdit = isAdmin(permissions);
  const { sentryOption, choose } = useSelectedSentry(policy.guid, sentryOptions);
  const [asking, setAsking] = useState(false);
  const inForce = useMemo(() => namedContentOf(policy), [policy]);
  const draft = usePolicyDraft(person, `policy ${policy.guid}`, {
    content: inForce,
    last_update_ts: policy.last_update_ts,
  });
  const { content, isDirty, conflict } = draft;
  const { preview, error: refused } = useEditPreview(policy.guid, content, mayEdit);
  const next = policy.version + 1;
  const { busy, problem, submit, reset } = useSave(async () => {
    await api('PATCH /policies/{guid}', {
      params: { guid: policy.guid },
      body: {
        name: content.name,
        definition: definitionBody(content.definition),
        doNotDisturb: doNotDisturbBody(content.doNotDisturb),
      },
      headers: { 'if-unmodified-since': draft.last_update_ts },
    });
    await refreshPolicies();
    draft.discard();
    showToast(`Saved as version ${next}`, 'You can undo this for 24 hours.');
  }, refreshPolicies);
  const change = (changed: NamedContent): void => {
    draft.change(changed);
    reset();
  };
  const shownProblem = problem ?? (isDirty ? (refused ?? null) : null);
  return (
    <>
      <div className="row">
        <h1>{policy.name}</h1>
        <span className="muted num">version {policy.version}</span>
        <span className="grow" />
        <Button variant="default" component="a" href="#versions">
          Versions
        </Button>
        <Button variant="default" onClick={() => exportPolicies([inForce], `${policy.name}.json`)}>
          Export
        </Button>
        {mayEdit && policy.deletable && (
          <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
      </div>
      <Form className="stack" label={`Policy ${policy.name}`} dirty={isDirty} onSubmit={() => void submit()}>
        {mayEdit && <DraftRestoredBanner draft={draft.restored} />}
        <EditConflictBanner draft={draft} />
        {mayEdit && (
          <div className="narrow-field">
            <NameField
              label="Name of the policy"
              value={content.name}
              takenNames={names}
              problem={shownProblem}
              onChange={(name) => change({ ...content, name })}
            />
          </div>
        )}
        <PolicyEditor
          content={content}
          inForce={inForce}
          sentryOption={sentryOption}
          readOnly={!mayEdit}
          useCelsius={useCelsius}
          problem={shownProblem}
          onChange={change}
        />
        {sentryOptions.length === 0 ? (
          <section className="card empty">
            <h2>No backtest yet</h2>
            <p className="muted">
              Once a sentry reports, this shows what the policy would have done in the last 30 days.
            </p>
          </section>
        ) : sentryOption === null ? (
          <div className="skeleton" style={{ height: 330 }} aria-hidden="true" />
        ) : (
          <BacktestPanel
            policy={policy.guid}
            inForceName={`version ${policy.version}, in force`}
            inForce={inForce}
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
            readOnly={!mayEdit}
            onChange={(doNotDisturb) => change({ ...content, doNotDisturb })}
          />
          <div className="stack">
            {mayEdit && <EditPreview policy={policy.guid} preview={preview} isDirty={isDirty} />}
            <TuningSuggestions
              policy={policy.guid}
              content={content}
              useCelsius={useCelsius}
              onApply={
                mayEdit
                  ? (tried, sentry) => {
                      change(tried);
                      choose(sentry);
                      document.querySelector('.backtest')?.scrollIntoView({ block: 'center' });
                    }
                  : null
              }
            />
          </div>
        </div>
        {mayEdit && (isDirty || problem !== null) && (
          <div className="save-bar">
            <Button
              type="submit"
              loading={busy}
              disabled={!isDirty || !isValidName(content.name, names) || conflict !== null}
            >
              Save as version {next}
            </Button>
            <Button variant="default" onClick={draft.discard}>
              Discard
            </Button>
            <FormProblem problem={conflict === null ? shownProblem : null} fields={['name', 'definition.violations']} />
            {conflict !== null && <p className="small">Another user saved in the meantime: see above.</p>}
          </div>
        )}
      </Form>
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
      <RecentPolicyEdits policy={policy.guid} mayUndo={mayEdit} />
      <Versions policy={policy} current={inForce} mayRestore={mayEdit && !isDirty} />
      {asking && <DeletePolicy policy={policy} onDeleted={draft.discard} onClose={() => setAsking(false)} />}
    </>
  );
}

function DeletePolicy({
  policy,
  onDeleted,
  onClose,
}: {
  readonly policy: PolicyOut;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <Confirmation
      title={`Delete ${policy.name}?`}
      action={`Delete ${policy.name}`}
      reload={refreshPolicies}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /policies/{guid}', { params: { guid: policy.guid }, headers: ifUnmodifiedSince(policy) });
        onDeleted();
        navigate('/admin/policies', { replace: true });
        await refreshPolicies();
      }}
    >
      <p className="muted">
        Its rules are no longer evaluated, and its open alerts end as “policy changed”. You can undo this for 24 hours.
      </p>
    </Confirmation>
  );
}
