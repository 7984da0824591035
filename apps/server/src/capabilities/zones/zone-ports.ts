/** The ports of zones and policies; connected in app/wire-edits.ts. */
import type { PolicyChange } from '@picket/domain/policy-changes';
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { OnConfigChanged } from '../sentries/index.ts';

/** An edit of a policy, an override or a zone: what it changed, and the content before and after. */
export interface PolicyEdit {
  readonly tenant: string;
  /** null: the whole organization. */
  readonly location: string | null;
  readonly sentry: string | null;
  readonly policy: string | null;
  /** What was edited, by name. */
  readonly title: string;
  /** Without a guid: a command on the server. */
  readonly by: { readonly guid: string | null; readonly name: string };
  readonly at: number;
  readonly changes: readonly PolicyChange[];
  /** null: it did not exist. */
  readonly before: object | null;
  readonly after: object | null;
}

/** Runs in the transaction that made the edit. */
export type OnPolicyEdited = (tx: Tx, edit: PolicyEdit) => Promise<void>;

export interface ZonePorts {
  readonly configChanged: OnConfigChanged;
  readonly policyEdited: OnPolicyEdited;
  /** What names the zone, without needing it, forgets it. */
  readonly zoneDeleted: (tx: Tx, tenant: string, zone: string) => Promise<void>;
  /** Names of the policies, and of the sentries' overrides, that name this zone. */
  readonly zoneUsages: (tx: Tx, tenant: string, zone: string) => Promise<readonly string[]>;
  /** Whether there is such a policy. */
  readonly isPolicy: (tx: Tx, tenant: string, policy: string) => Promise<boolean>;
  /** Whether there is such a policy, that this user may see. */
  readonly policyExists: (ctx: Ctx<UserActor>, tx: Tx, policy: string) => Promise<boolean>;
}
