/** /locations/:id/settings/devices/:deviceId/policies/:policyId: the override of a policy on a device. */
import { Button, Switch } from '@mantine/core';
import type { EffectivePolicyOut, LocationOut, PolicyOut, SentryOut } from '@picket/contracts/types';
import { isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { type NamedContent, patchBetween } from '@picket/domain/policy-drafts';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { EditConflictBanner } from '../../features/policies/editor/edit-conflict-banner.tsx';
import { REASON_LABELS, REASON_TEXTS } from '../../features/policies/overrides/override-text.ts';
import { ResetToPolicy } from '../../features/policies/overrides/reset-to-policy.tsx';
import { BacktestPanel } from '../../features/policies/simulation/backtest-panel.tsx';
import { ChangeList } from '../../features/policies/versions/change-list.tsx';
import { changesOf } from '../../features/policies/versions/describe-changes.ts';
import '../../features/policies/policies.css';
import { PolicyEditor } from '../../features/policies/editor/policy-editor.tsx';
import { usePolicyDraft } from '../../features/policies/editor/use-policy-draft.ts';
import {
  definitionBody,
  doNotDisturbBody,
  effectiveContentOf,
  namedContentOf,
} from '../../features/policies/policy-content.ts';
import { PolicySimulator } from '../../features/policies/simulation/policy-simulator.tsx';
import { RecentPolicyEdits, refreshPolicies } from '../../features/policies/versions/recent-policy-edits.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, problemText, useApi } from '../../lib/api.ts';
import { useSave } from '../../lib/use-save.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';
import { WeeklySchedule } from '../../ui/weekly-schedule.tsx';

export default function DevicePolicy() {
  const { id = '', deviceId = '', policyId = '' } = useParams();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const sentry = useApi('GET /sentries/{guid}', { params: { guid: deviceId } });
  const policy = useApi('GET /policies/{guid}', { params: { guid: policyId } });
  const effective = useApi('GET /sentries/{guid}/policies/{policyGuid}', {
    params: { guid: deviceId, policyGuid: policyId },
  });
  useTitle(policy.data && sentry.data ? `${policy.data.name}, ${sentry.data.name}` : 'Policy of a device');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  const error = sentry.error ?? policy.error ?? effective.error;
  if (error && (!sentry.data || !policy.data || !effective.data)) {
    const isNotFound = error.status === 404 || error.status === 400;
    return (
      <Problem
        isPage
        title={isNotFound ? 'Policy not found' : 'The policy could not be loaded'}
        text={isNotFound ? 'The device or the policy was deleted.' : problemText(error)}
        {...(isNotFound
          ? { home: `/locations/${id}/settings/devices`, homeLabel: 'To the devices' }
          : { onRetry: () => void Promise.all([sentry.mutate(), policy.mutate(), effective.mutate()]) })}
      />
    );
  }
  if (!location.data || !sentry.data || !policy.data || !effective.data) return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location.data} title={`${policy.data.name} on ${sentry.data.name}`} />
      <LocationTabs id={id} />
      <Editor
        key={`${deviceId} ${policyId}`}
        location={location.data}
        sentry={sentry.data}
        policy={policy.data}
        effective={effective.data}
      />
    </>
  );
}

interface Props {
  readonly location: LocationOut;
  readonly sentry: SentryOut;
  readonly policy: PolicyOut;
  readonly effective: EffectivePolicyOut;
}

function Editor({ location, sentry, policy, effective }: Props) {
  const { guid: person, permissions, preferences } = useProfile();
  const { useCelsius } = preferences;
  const mayEdit = isLocationAdmin(permissions, location.guid);
  const [asking, setAsking] = useState(false);
  const sentryOption = { location, sentry };
  const inForce = useMemo(() => effectiveContentOf(effective), [effective]);
  const global = useMemo(() => namedContentOf(policy), [policy]);
  const draft = usePolicyDraft(person, `policy ${policy.guid} on ${sentry.guid}`, {
    content: inForce,
    last_update_ts: effective.last_update_ts,
  });
  const { content, conflict } = draft;
  const [wantsCopy, setWantsCopy] = useState(effective.ignoreGlobalPolicyChanges);
  const patch = patchBetween(global, content);
  const isCopy = wantsCopy || patch === null;
  const isDirty = draft.isDirty || wantsCopy !== effective.ignoreGlobalPolicyChanges;
  const { busy, problem, submit, reset } = useSave(async () => {
    await api('PUT /sentries/{guid}/policies/{policyGuid}', {
      params: { guid: sentry.guid, policyGuid: policy.guid },
      body: isCopy
        ? {
            ignoreGlobalPolicyChanges: true,
            definition: definitionBody(content.definition),
            doNotDisturb: doNotDisturbBody(content.doNotDisturb),
          }
        : patchBody(patch),
      headers: { 'if-unmodified-since': draft.last_update_ts },
    });
    await refreshPolicies();
    draft.discard();
    setWantsCopy(isCopy);
    showToast(`In force on ${sentry.name}`, 'You can undo this for 24 hours.');
  }, refreshPolicies);
  const change = (changed: NamedContent): void => {
    draft.change(changed);
    reset();
  };
  return (
    <>
      <section className="card pad stack-tight" aria-label="Where its values come from">
        <div className="row">
          <span className={effective.reason === 'GLOBAL' ? 'tag' : 'tag caution'}>
            {REASON_LABELS[effective.reason]}
          </span>
          <span>{REASON_TEXTS[effective.reason]}</span>
          <span className="grow" />
          {isAdmin(permissions) && (
            <Link className="small" to={`/admin/policies/${policy.guid}`}>
              Open policy
            </Link>
          )}
          {mayEdit && effective.reason !== 'GLOBAL' && (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              Reset to policy
            </Button>
          )}
        </div>
        {effective.reason !== 'GLOBAL' && <ChangeList changes={changesOf(global, inForce)} />}
        {effective.dormant.length > 0 && (
          <p className="small muted">
            No effect, since the policy no longer has these parts: {effective.dormant.join(', ')}
          </p>
        )}
      </section>
      <Form className="stack" label={`${policy.name} on ${sentry.name}`} dirty={isDirty} onSubmit={() => void submit()}>
        {mayEdit && <DraftRestoredBanner draft={draft.restored} />}
        <EditConflictBanner draft={draft} />
        <PolicyEditor
          content={content}
          inForce={inForce}
          sentryOption={sentryOption}
          readOnly={!mayEdit}
          useCelsius={useCelsius}
          problem={problem}
          onChange={change}
        />
        <BacktestPanel
          policy={policy.guid}
          inForceName="in force here"
          inForce={inForce}
          draft={content}
          isOverride
          sentryOptions={[sentryOption]}
          sentryOption={sentryOption}
          onSelectSentry={() => {}}
          useCelsius={useCelsius}
        />
        <div className="policy-columns">
          <WeeklySchedule
            schedule={content.doNotDisturb}
            place={location}
            readOnly={!mayEdit}
            onChange={(doNotDisturb) => change({ ...content, doNotDisturb })}
          />
          {mayEdit && (
            <section className="card pad stack" aria-label="Saving changes it for">
              <h2>Saving changes it for</h2>
              <p>
                <strong>{sentry.name}</strong> alone
              </p>
              <Switch
                label="Keep a separate copy: later edits of the policy do not change it"
                checked={isCopy}
                disabled={patch === null}
                onChange={(event) => setWantsCopy(event.currentTarget.checked)}
              />
              {patch === null && (
                <p className="small muted">
                  Rules or conditions were added, removed or renamed: this requires a separate copy.
                </p>
              )}
              {draft.isDirty && <ChangeList changes={changesOf(inForce, content)} />}
            </section>
          )}
        </div>
        {mayEdit && (isDirty || problem !== null) && (
          <div className="save-bar">
            <Button type="submit" loading={busy} disabled={!isDirty || conflict !== null}>
              Save for {sentry.name}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                draft.discard();
                setWantsCopy(effective.ignoreGlobalPolicyChanges);
              }}
            >
              Discard
            </Button>
            <FormProblem problem={conflict === null ? problem : null} fields={['definition.violations']} />
            {conflict !== null && <p className="small">Another user saved in the meantime: see above.</p>}
          </div>
        )}
      </Form>
      <PolicySimulator
        sentryOptions={[sentryOption]}
        sentryOption={sentryOption}
        draft={{ policy: policy.guid, content: inForce }}
        isAdmin={isAdmin(permissions)}
        useCelsius={useCelsius}
      />
      <RecentPolicyEdits policy={policy.guid} sentry={sentry.guid} mayUndo={mayEdit} />
      {asking && (
        <ResetToPolicy
          sentry={sentry}
          policy={policy.guid}
          changes={changesOf(inForce, global)}
          onDone={() => {
            draft.discard();
            setWantsCopy(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Returns the patch as a request body. */
const patchBody = ({ definition, doNotDisturb }: NonNullable<ReturnType<typeof patchBetween>>) => ({
  ignoreGlobalPolicyChanges: false as const,
  definition: {
    ...(definition.zone === undefined ? {} : { zone: definition.zone }),
    violations: definition.violations.map(({ conditions, ...violation }) => ({
      ...violation,
      ...(conditions === undefined ? {} : { conditions: [...conditions] }),
    })),
  },
  ...(doNotDisturb === undefined ? {} : { doNotDisturb: doNotDisturbBody(doNotDisturb) }),
});
