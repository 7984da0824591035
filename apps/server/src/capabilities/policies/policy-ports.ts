/** The ports of policies; connected in app/wire-pipeline.ts. */
import type { OnConfigChanged } from '../sentries/index.ts';
import type { OnPolicyEdited } from '../zones/index.ts';

export interface PolicyPorts {
  readonly configChanged: OnConfigChanged;
  readonly policyEdited: OnPolicyEdited;
}
