/** What zones tell those who come after them, and ask of them; connected in app/wire-pipeline.ts. */
import type { PolicyChange } from '@picket/domain';
import type { Ctx, Tx, UserActor } from '../../platform/index.ts';
import type { OnConfigChanged } from '../sentries/index.ts';

/** An edit of a policy, an override or a zone, for the record: what it changed, and both ends of it to go back to. */
export interface PolicyEdit {
  readonly tenant: string;
  /** null: the whole organisation. */
  readonly location: string | null;
  readonly sentry: string | null;
  readonly policy: string | null;
  /** What was edited, by name. */
  readonly title: string;
  readonly by: string;
  readonly at: number;
  readonly changes: readonly PolicyChange[];
  /** null: there was nothing. */
  readonly before: object | null;
  readonly after: object | null;
}

/** Runs in the transaction that made the edit. */
export type OnPolicyEdited = (tx: Tx, edit: PolicyEdit) => Promise<void>;

export interface ZonePorts {
  readonly configChanged: OnConfigChanged;
  readonly policyEdited: OnPolicyEdited;
  /** Names of the policies, and of the sentries' overrides, that name this zone. */
  readonly zoneUsages: (tx: Tx, tenant: string, zone: string) => Promise<readonly string[]>;
  /** Whether there is such a policy, as far as this person may know. */
  readonly policyExists: (ctx: Ctx<UserActor>, tx: Tx, policy: string) => Promise<boolean>;
}
