/** What the operations about policies and zones are for. */
import type { POLICY_ENDPOINTS } from '../../policy-endpoints.ts';

const WARNINGS = 'Nothing that is valid is refused; `warnings` of the response lists limits that may never be reached.';

export const POLICY_DESCRIPTIONS = {
  'GET /policies': 'Lists the policies of the organization in the version in force.',
  'GET /policies/{guid}': 'Returns the version of the policy that is in force.',
  'POST /policies': `Creates a policy for all sentries of the organization. A violation raises an alert while all its conditions are true. Fields that are omitted have default values. ${WARNINGS}`,
  'PATCH /policies/{guid}': `Makes a new version with what is sent; everything else stays. Delays that are running continue where the violation stays the same. Open consoles and a policy-change alert report the edit. ${WARNINGS}`,
  'DELETE /policies/{guid}':
    'Deletes the policy. Its open alerts end. 409: it is part of the product and cannot be deleted.',
  'GET /policies/{guid}/versions':
    'Lists the versions of the policy, newest first, each with who made it and what it changed.',
  'POST /policies/{guid}/versions/{version}/restore': 'Makes a new version that equals an earlier one.',
  'GET /policies/{guid}/overrides': 'Lists the sentries on which the policy is overridden.',
  'POST /policies/{guid}/backtest':
    'Evaluates a draft of the policy and the version in force over stored readings of a time range, and returns the alerts that each would have raised. Nothing is saved. 422: there are too many readings; choose a shorter range or one sentry.',
  'GET /sentries/{guid}/policies':
    'Lists the policies as they are in force on the sentry, overrides included, and why.',
  'GET /sentries/{guid}/policies/{policyGuid}':
    'Returns one policy as it is in force on the sentry: the global version, a patch over it, or a pinned copy.',
  'PUT /sentries/{guid}/policies/{policyGuid}': `Overrides the policy on one sentry. With \`ignoreGlobalPolicyChanges\` false it is a patch: what it does not mention comes from the policy, later edits included. With true it is a copy that later edits do not change. ${WARNINGS}`,
  'DELETE /sentries/{guid}/policies/{policyGuid}': 'Resets the sentry to the policy.',
  'POST /policies/backtest':
    'Evaluates the draft of a new policy over stored readings of a time range, and returns the alerts that it would have raised. Nothing is saved.',
  'POST /policies/preview':
    'Returns what saving a draft would change: the sentries it affects, the alerts that would end, and the delays that would continue. Nothing is saved.',
  'POST /policies/simulate':
    'Evaluates a reading that was never taken: which violations it would begin, when alerts would be raised, and who would be notified. Nothing is saved.',
  'GET /policies/{guid}/suggestions':
    'Returns the verdicts on alerts of the policy, and changes that would have avoided false alarms and lost no real alert, each with its evidence.',
  'GET /policy-edits':
    'Lists edits of policies, overrides and zones, newest first, each with its changes and whether it can be reverted.',
  'GET /views/policies':
    'Returns what the console shows in its list of policies: what each watches, its overrides, and its alerts of 30 days with their verdicts.',
  'GET /views/policy-evidence':
    'Returns what sensors read and the policy raised in the last 30 days, against which the limits of a draft can be checked.',
  'GET /locations/{guid}/zones': 'Lists the zones of the pictures at the location.',
  'POST /locations/{guid}/zones':
    'Creates a zone: the cells of a picture that a policy uses. With `parentId` it is a tagging zone, whose cells no longer belong to its parent. 409: it overlaps another zone of its parent.',
  'GET /locations/{guid}/zones/{zoneId}': 'Returns one zone with its cells.',
  'PATCH /locations/{guid}/zones/{zoneId}':
    'Changes the zone. Values over its cells are computed again from the stored pictures, and alerts are evaluated again.',
  'DELETE /locations/{guid}/zones/{zoneId}':
    'Deletes the zone. The cells of a tagging zone return to its parent. 409: a policy or another zone still uses it.',
  'POST /locations/{guid}/zones/preview':
    'Computes the values of a zone over the stored pictures of a time range, and the alerts that its policy would have raised. Nothing is saved.',
  'POST /locations/{guid}/tagging-zones':
    'Creates a tagging zone together with the policy that watches it, in one step.',
  'GET /locations/{guid}/tagging-zones/{policyGuid}': 'Returns a tagging zone with its policy.',
  'PATCH /locations/{guid}/tagging-zones/{policyGuid}': 'Changes the zone, its policy, or both in one step.',
  'DELETE /locations/{guid}/tagging-zones/{policyGuid}':
    'Deletes the zone together with its policy. The cells return to the parent.',
} as const satisfies Readonly<Record<keyof typeof POLICY_ENDPOINTS, string>>;
