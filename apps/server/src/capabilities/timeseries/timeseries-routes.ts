import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { OnConfigChanged } from '../sentries/index.ts';
import { changeRetention, getRetentionSettings } from './manage-retention.ts';

export function readingsRoutes(
  add: AddRoute,
  platform: Platform,
  { configChanged }: { readonly configChanged: OnConfigChanged },
): void {
  add('GET /retention', ({ actor }) => getRetentionSettings(contextOf(platform, actor)));
  add('PUT /retention', ({ actor, body }) => changeRetention(contextOf(platform, actor), body, configChanged));
}
