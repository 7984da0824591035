import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { OnWatchChanged } from '../sentries/index.ts';
import { changeRetention, getRetentionSettings } from './manage-retention.ts';

export function readingsRoutes(
  add: AddRoute,
  platform: Platform,
  { watchChanged }: { readonly watchChanged: OnWatchChanged },
): void {
  add('GET /retention', ({ actor }) => getRetentionSettings(contextOf(platform, actor)));
  add('PUT /retention', ({ actor, body }) => changeRetention(contextOf(platform, actor), body, watchChanged));
}
