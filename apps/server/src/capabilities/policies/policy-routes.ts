import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ZonePorts } from '../zones/index.ts';
import { listPolicyEdits } from './changes/list-policy-edits.ts';
import { createPolicy } from './create-policy.ts';
import { deletePolicy } from './delete-policy.ts';
import { editPolicy } from './edit-policy.ts';
import { getPolicy } from './get-policy.ts';
import { listPolicyVersions } from './list-policy-versions.ts';
import { listVisiblePolicies } from './list-visible-policies.ts';
import { getSentryPolicy } from './overrides/get-sentry-policy.ts';
import { listOverrides } from './overrides/list-overrides.ts';
import { listSentryPolicies } from './overrides/list-sentry-policies.ts';
import { overridePolicy } from './overrides/override-policy.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { restoreVersion } from './restore-policy-version.ts';
import { changeTaggingZone } from './tagging-zones/change-tagging-zone.ts';
import { createTaggingZone } from './tagging-zones/create-tagging-zone.ts';
import { deleteTaggingZone } from './tagging-zones/delete-tagging-zone.ts';
import { getTaggingZone } from './tagging-zones/tagging-zone.ts';

export function policyRoutes(add: AddRoute, platform: Platform, ports: PolicyPorts & ZonePorts): void {
  add('GET /policies', ({ actor, query }) => listVisiblePolicies(contextOf(platform, actor), query));
  add('POST /policies', ({ actor, body, query }) => createPolicy(contextOf(platform, actor), body, ports, query));
  add('GET /policies/{guid}', async ({ actor, params, check }) => {
    const policy = await getPolicy(contextOf(platform, actor), params.guid);
    check(policy);
    return policy;
  });
  add('PATCH /policies/{guid}', ({ actor, params, body, query, check }) =>
    editPolicy(contextOf(platform, actor), params.guid, body, check, ports, query),
  );
  add('DELETE /policies/{guid}', ({ actor, params, check }) =>
    deletePolicy(contextOf(platform, actor), params.guid, check, ports),
  );
  add('GET /policies/{guid}/versions', ({ actor, params, query }) =>
    listPolicyVersions(contextOf(platform, actor), params.guid, query),
  );
  add('POST /policies/{guid}/versions/{version}/restore', ({ actor, params, query, check }) =>
    restoreVersion(contextOf(platform, actor), params.guid, params.version, check, ports, query),
  );
  add('GET /policies/{guid}/overrides', ({ actor, params, query }) =>
    listOverrides(contextOf(platform, actor), params.guid, query),
  );
  add('GET /sentries/{guid}/policies', ({ actor, params, query }) =>
    listSentryPolicies(contextOf(platform, actor), params.guid, query),
  );
  add('GET /sentries/{guid}/policies/{policyGuid}', async ({ actor, params, check }) => {
    const effective = await getSentryPolicy(contextOf(platform, actor), params.guid, params.policyGuid);
    check(effective);
    return effective;
  });
  add('PUT /sentries/{guid}/policies/{policyGuid}', ({ actor, params, body, query, check }) =>
    overridePolicy(contextOf(platform, actor), params.guid, params.policyGuid, body, check, ports, query),
  );
  add('DELETE /sentries/{guid}/policies/{policyGuid}', async ({ actor, params, check }) => {
    await overridePolicy(contextOf(platform, actor), params.guid, params.policyGuid, null, check, ports);
  });
  add('GET /policy-edits', ({ actor, query }) => listPolicyEdits(contextOf(platform, actor), query));
  add('POST /locations/{guid}/tagging-zones', ({ actor, params, body }) =>
    createTaggingZone(contextOf(platform, actor), params.guid, body, ports),
  );
  add('GET /locations/{guid}/tagging-zones/{policyGuid}', async ({ actor, params, check }) => {
    const tagging = await getTaggingZone(contextOf(platform, actor), params.guid, params.policyGuid);
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
