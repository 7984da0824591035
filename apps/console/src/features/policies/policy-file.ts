/** Exports policies to a file and reads them back; the server validates them like any edit. */
import type { BodyOf } from '@picket/contracts/endpoints';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { downloadText } from '../../lib/download-file.ts';
import { namedBody } from './policy-content.ts';

const FORMAT = 'picket policies';

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

/** The policies in a file, not validated yet; an error text where it is no export. */
export function policiesOfFile(text: string): readonly PolicyInput[] | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'This is not a JSON file.';
  }
  if (typeof parsed !== 'object' || parsed === null || !('format' in parsed) || parsed.format !== FORMAT)
    return 'This file contains no Picket policies.';
  if (!('policies' in parsed) || !Array.isArray(parsed.policies)) return 'This file contains no Picket policies.';
  const policies: readonly unknown[] = parsed.policies;
  const inputs = policies.flatMap((one) => (typeof one === 'object' && one !== null ? [asInput(one)] : []));
  return inputs.length === policies.length ? inputs : 'One of the policies in this file cannot be read.';
}
