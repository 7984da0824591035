/** Changes as stored and sent: structured, with their text. Those of earlier versions are read again from their texts. */
import { EarlierPolicyChange, PolicyChange as StoredPolicyChange } from '@picket/contracts/policies';
import type { PolicyChangeOut } from '@picket/contracts/types';
import { fromEarlierChange } from '@picket/domain/earlier-policy-changes';
import { changeText, type PolicyChange } from '@picket/domain/policy-changes';
import { z } from 'zod';

/** Changes as stored and sent: each with its text. */
export const changesOut = (changes: readonly PolicyChange[]): PolicyChangeOut[] =>
  changes.map((change) => StoredPolicyChange.parse({ ...change, text: changeText(change) }));

/** Stored changes of any version. Nothing is lost but what this version cannot read, and its text stays. */
export function readStoredChanges(stored: unknown): PolicyChangeOut[] {
  return z
    .array(z.looseObject({ text: z.string().default('') }))
    .parse(stored)
    .map((one) => {
      const current = StoredPolicyChange.safeParse(one);
      if (current.success && (current.data.condition !== undefined || current.data.fields.length > 0))
        return current.data;
      // Also what has no fields: an earlier version named the metric in the subject.
      return StoredPolicyChange.parse({ ...fromEarlierChange(EarlierPolicyChange.parse(one)), text: one.text });
    });
}
