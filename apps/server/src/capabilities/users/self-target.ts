import type { Ctx, UserActor } from '../../platform/index.ts';

export const selfTarget = ({ actor }: Ctx<UserActor>) => ({ kind: 'user', guid: actor.guid, name: actor.name });
