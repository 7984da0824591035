import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeDestination } from './change-destination.ts';
import { confirmArrival } from './confirm-arrival.ts';
import { createDestination } from './create-destination.ts';
import { deleteDestination } from './delete-destination.ts';
import { listDestinations } from './list-destinations.ts';
import { testDestination } from './test-destination.ts';

export function destinationRoutes(add: AddRoute, platform: Platform): void {
  add('POST /users/my-profile/destinations', ({ actor, body }) =>
    createDestination(contextOf(platform, actor), actor.guid, body),
  );
  add('DELETE /users/my-profile/destinations/{guid}', ({ actor, params }) =>
    deleteDestination(contextOf(platform, actor), actor.guid, params.guid),
  );
  add('POST /users/my-profile/destinations/{guid}/test', ({ actor, params }) =>
    testDestination(contextOf(platform, actor), actor.guid, params.guid),
  );
  add('POST /users/my-profile/destinations/{guid}/arrival', ({ actor, params, body }) =>
    confirmArrival(contextOf(platform, actor), actor.guid, params.guid, body),
  );
  add('GET /destinations', ({ actor, query }) => listDestinations(contextOf(platform, actor), query));
  add('POST /destinations', ({ actor, body }) => createDestination(contextOf(platform, actor), null, body));
  add('PATCH /destinations/{guid}', ({ actor, params, body, check }) =>
    changeDestination(contextOf(platform, actor), params.guid, body, check),
  );
  add('DELETE /destinations/{guid}', ({ actor, params }) =>
    deleteDestination(contextOf(platform, actor), null, params.guid),
  );
  add('POST /destinations/{guid}/arrival', ({ actor, params, body }) =>
    confirmArrival(contextOf(platform, actor), null, params.guid, body),
  );
  add('POST /destinations/{guid}/test', ({ actor, params }) =>
    testDestination(contextOf(platform, actor), null, params.guid),
  );
}
