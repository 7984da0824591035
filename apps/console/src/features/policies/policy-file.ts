/** Exports policies to a file and reads them back; the server validates them like any edit. */
import type { BodyOf } from '@picket/contracts/endpoints';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { downloadText } from '../../lib/download-file.ts';
import { namedBody } from './policy-content.ts';

const FORMAT = 'picket-policies';

export type PolicyInput = BodyOf<'POST /policies'>;

export function exportPolicies(policies: readonly NamedContent[], fileName: string): void {
  const file = {
    format: FORMAT,
    version: 1,
    policies: policies.map(namedBody),
  };
  downloadText(`${JSON.stringify(file, null, 2)}\n`, fileName, 'application/json');
}

/** Guarantee: the server validates it before anything is stored. */
const asInput = (value: object): PolicyInput => value as PolicyInput;

/** Earlier exports write it in two words. */
const isFormat = (format: unknown): boolean =>
  typeof format === 'string' && format.toLowerCase().replace(' ', '-') === FORMAT;

/** Why a file is no export. */
export type FileProblem = 'NO_JSON' | 'NO_POLICIES' | 'UNREADABLE_POLICY';

/** The policies in a file, not validated yet, or why there are none. */
export function policiesOfFile(text: string): readonly PolicyInput[] | FileProblem {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'NO_JSON';
  }
  if (typeof parsed !== 'object' || parsed === null || !('format' in parsed) || !isFormat(parsed.format))
    return 'NO_POLICIES';
  if (!('policies' in parsed) || !Array.isArray(parsed.policies)) return 'NO_POLICIES';
  const policies: readonly unknown[] = parsed.policies;
  const inputs = policies.flatMap((one) => (typeof one === 'object' && one !== null ? [asInput(one)] : []));
  return inputs.length === policies.length ? inputs : 'UNREADABLE_POLICY';
}
