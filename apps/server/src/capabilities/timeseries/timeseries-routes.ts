import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import { changeRetention, getRetentionSettings } from '../readings/manage-retention.ts';
import type { OnConfigChanged } from '../sentries/index.ts';

export function readingsRoutes(
  add: AddRoute,
  platform: Platform,
  { configChanged }: { readonly configChanged: OnConfigChanged },
): void {
  add('GET /retention', ({ actor }) => getRetentionSettings(contextOf(platform, actor)));
  add('PUT /retention', ({ actor, body }) => changeRetention(contextOf(platform, actor), body, configChanged));
}
