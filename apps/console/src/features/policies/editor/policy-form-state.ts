/** What every form of a policy has: the policy for all sentries, its override on one, and a new one. */
import type { NamedContent } from '@picket/domain/policy-drafts';
import type { Draft } from '../../../lib/use-draft.ts';
import type { PolicyDraft } from './use-policy-draft.ts';

export interface PolicyFormState {
  /** null: a new policy. */
  readonly policy: string | null;
  /** The sentry whose override is edited; null: the policy itself. */
  readonly sentry: string | null;
  readonly content: NamedContent;
  /** null: a new policy. */
  readonly inForce: NamedContent | null;
  readonly isDirty: boolean;
  readonly restored: Pick<Draft<unknown>, 'isRestored' | 'clear'>;
  /** Of a policy that another user may edit meanwhile; null: a new one. */
  readonly draft: PolicyDraft | null;
  readonly busy: boolean;
  /** Why saving failed, else why it would be refused; null: neither. */
  readonly problem: unknown;
  /** Saving failed. */
  readonly hasFailed: boolean;
  readonly change: (content: NamedContent) => void;
  readonly discard: () => void;
  /** `isConfirmed`: its warnings were shown, and are accepted. */
  readonly save: (isConfirmed: boolean) => Promise<void>;
}
