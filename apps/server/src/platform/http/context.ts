/** What a verb is given: the platform, and who asks. */
import type { Platform } from '../platform.ts';
import type { Actor } from './actor.ts';

export type Ctx<A extends Actor = Actor> = Platform & { readonly actor: A };

export const contextOf = <A extends Actor>(platform: Platform, actor: A): Ctx<A> => ({ ...platform, actor });
