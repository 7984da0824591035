import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { ZonePorts } from '../zones/index.ts';
import {
  createPolicy,
  deletePolicy,
  editPolicy,
  listMyPolicies,
  myPolicy,
  type PolicyPorts,
  policyVersions,
  restoreVersion,
} from './edit-policies.ts';
import { overridePolicy, overridesOf, policiesOnSentry, policyOnSentry } from './override-policies.ts';
import { policyEdits } from './read-edits.ts';
import { changeTaggingZone, createTaggingZone, deleteTaggingZone, taggingZone } from './tagging-zones.ts';

export function policyRoutes(add: AddRoute, platform: Platform, ports: PolicyPorts & ZonePorts): void {
  add('GET /policies', ({ actor, query }) => listMyPolicies(contextOf(platform, actor), query));
  add('POST /policies', ({ actor, body }) => createPolicy(contextOf(platform, actor), body, ports));
  add('GET /policies/{guid}', async ({ actor, params, check }) => {
    const policy = await myPolicy(contextOf(platform, actor), params.guid);
    check(policy);
    return policy;
  });
  add('PATCH /policies/{guid}', ({ actor, params, body, check }) =>
    editPolicy(contextOf(platform, actor), params.guid, body, check, ports),
  );
  add('DELETE /policies/{guid}', ({ actor, params, check }) =>
    deletePolicy(contextOf(platform, actor), params.guid, check, ports),
  );
  add('GET /policies/{guid}/versions', ({ actor, params, query }) =>
    policyVersions(contextOf(platform, actor), params.guid, query),
  );
  add('POST /policies/{guid}/versions/{version}/restore', ({ actor, params, check }) =>
    restoreVersion(contextOf(platform, actor), params.guid, params.version, check, ports),
  );
  add('GET /policies/{guid}/overrides', ({ actor, params, query }) =>
    overridesOf(contextOf(platform, actor), params.guid, query),
  );
  add('GET /sentries/{guid}/policies', ({ actor, params, query }) =>
    policiesOnSentry(contextOf(platform, actor), params.guid, query),
  );
  add('GET /sentries/{guid}/policies/{policyGuid}', async ({ actor, params, check }) => {
    const effective = await policyOnSentry(contextOf(platform, actor), params.guid, params.policyGuid);
    check(effective);
    return effective;
  });
  add('PUT /sentries/{guid}/policies/{policyGuid}', ({ actor, params, body, check }) =>
    overridePolicy(contextOf(platform, actor), params.guid, params.policyGuid, body, check, ports),
  );
  add('DELETE /sentries/{guid}/policies/{policyGuid}', async ({ actor, params, check }) => {
    await overridePolicy(contextOf(platform, actor), params.guid, params.policyGuid, null, check, ports);
  });
  add('GET /policy-edits', ({ actor, query }) => policyEdits(contextOf(platform, actor), query));
  add('POST /locations/{guid}/tagging-zones', ({ actor, params, body }) =>
    createTaggingZone(contextOf(platform, actor), params.guid, body, ports),
  );
  add('GET /locations/{guid}/tagging-zones/{policyGuid}', async ({ actor, params, check }) => {
    const tagging = await taggingZone(contextOf(platform, actor), params.guid, params.policyGuid);
    check(tagging);
    return tagging;
  });
  add('PATCH /locations/{guid}/tagging-zones/{policyGuid}', ({ actor, params, body, check }) =>
    changeTaggingZone(contextOf(platform, actor), params.guid, params.policyGuid, body, check, ports),
  );
  add('DELETE /locations/{guid}/tagging-zones/{policyGuid}', ({ actor, params, check }) =>
    deleteTaggingZone(contextOf(platform, actor), params.guid, params.policyGuid, check, ports),
  );
}
