/** The changes between two contents, as the server describes them. */
import type { PolicyChangeOut } from '@picket/contracts/types';
import { changeText, type PolicyChange, policyChanges } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';

export const changesOf = (before: NamedContent, after: NamedContent): readonly PolicyChangeOut[] =>
  [
    ...(before.name === after.name
      ? []
      : [
          {
            code: 'NAME_CHANGED',
            subject: before.name,
            fields: [{ field: 'name', before: before.name, after: after.name }],
          } satisfies PolicyChange,
        ]),
    ...policyChanges(before, after),
  ].map((change) => ({ ...change, fields: [...change.fields], text: changeText(change) }));
