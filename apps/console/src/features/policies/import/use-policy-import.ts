/** An import of policies: each policy of the file is validated and compared first; the selected ones are then saved one by one. */
import type { PolicyCardOut } from '@picket/contracts/types';
import { nameKey } from '@picket/domain/names';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { metricsOf, NO_EVIDENCE, type PolicyWarning, policyWarnings } from '@picket/domain/policy-warnings';
import { useState } from 'react';
import { ApiError, api, problemText } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { showToast } from '../../../ui/toasts.ts';
import { namedContentOf } from '../policy-content.ts';
import { type FileProblem, type PolicyInput, policiesOfFile } from '../policy-file.ts';
import { refreshPolicies } from '../refresh-policies.ts';
import { confirmedQuery } from '../warnings/confirmed-query.ts';

export interface ImportedPolicy {
  readonly input: PolicyInput;
  /** '': it has none. */
  readonly name: string;
  /** The existing policy; null: a new one. */
  readonly current: PolicyCardOut | null;
  readonly content: NamedContent | null;
  readonly warnings: readonly PolicyWarning[];
  /** Why it cannot be imported. */
  readonly problem: string | null;
  /** One with warnings is not selected at first: to select it confirms them. */
  readonly isWanted: boolean;
}

const problemSummary = (error: unknown): string =>
  error instanceof ApiError && error.errors.length > 0
    ? error.errors.map(({ name, message }) => `${name}: ${message}`).join('; ')
    : problemText(error);

async function warningsOf(current: PolicyCardOut | null, content: NamedContent): Promise<readonly PolicyWarning[]> {
  const metrics = metricsOf(content);
  const query = { metrics: metrics.join(','), ...(current === null ? {} : { policy: current.guid }) };
  const evidence = metrics.length === 0 ? NO_EVIDENCE : await api('GET /views/policy-evidence', { query });
  return policyWarnings(current === null ? null : namedContentOf(current), content, evidence);
}

async function checkPolicy(input: PolicyInput, policies: readonly PolicyCardOut[]): Promise<ImportedPolicy> {
  const name = typeof input.name === 'string' ? input.name : '';
  const current = policies.find((one) => nameKey(one.name) === nameKey(name)) ?? null;
  try {
    const checked = await api('POST /policies/preview', {
      body: { ...input, ...(current === null ? {} : { policy: current.guid }) },
    });
    const content = { name: checked.name, definition: checked.definition, doNotDisturb: checked.doNotDisturb };
    const warnings = await warningsOf(current, content);
    const isSame = current !== null && namedPolicyChanges(namedContentOf(current), content).length === 0;
    const isWanted = !isSame && warnings.length === 0;
    return { input, name: checked.name, current, content, warnings, problem: null, isWanted };
  } catch (error) {
    return { input, name, current, content: null, warnings: [], problem: problemSummary(error), isWanted: false };
  }
}

async function savePolicy({ input, current, warnings }: ImportedPolicy): Promise<void> {
  const query = confirmedQuery(warnings.length > 0);
  if (current === null) await api('POST /policies', { query, body: input });
  else
    await api('PATCH /policies/{guid}', {
      params: { guid: current.guid },
      query,
      body: input,
      headers: { 'if-unmodified-since': current.last_update_ts },
    });
}

export function usePolicyImport(policies: readonly PolicyCardOut[]) {
  const t = useText();
  const [found, setFound] = useState<readonly ImportedPolicy[] | null>(null);
  const [refused, setRefused] = useState<FileProblem | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const wanted = (found ?? []).filter(({ isWanted }) => isWanted);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const inputs = policiesOfFile(await file.text());
    if (typeof inputs === 'string') setRefused(inputs);
    else setFound(await Promise.all(inputs.map((input) => checkPolicy(input, policies))));
  };
  const save = async (): Promise<void> => {
    const failed: ImportedPolicy[] = [];
    for (const [index, one] of wanted.entries()) {
      setDone(index);
      try {
        await savePolicy(one);
      } catch (error) {
        failed.push({ ...one, problem: problemSummary(error), isWanted: false });
      }
    }
    setDone(null);
    await refreshPolicies();
    setFound(failed.length === 0 ? null : failed);
    showToast(t('policies.import.saved', { count: wanted.length - failed.length }));
  };
  return {
    /** null: no file was read. */
    found,
    wanted: wanted.length,
    /** Why the file cannot be read. */
    refused,
    /** How many are saved; null: none is being saved. */
    done,
    read,
    save,
    select: (index: number, isWanted: boolean): void =>
      setFound((found ?? []).map((one, place) => (place === index ? { ...one, isWanted } : one))),
    close: (): void => {
      setFound(null);
      setRefused(null);
    },
  };
}
