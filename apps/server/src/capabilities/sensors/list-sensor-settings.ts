import type { SensorSettingOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { visibleSentry } from '../sentries/index.ts';
import { loadSensorSettings } from './load-sensor-settings.ts';

export async function listSensorSettings(
  ctx: Ctx<UserActor>,
  sentryGuid: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<SensorSettingOut>> {
  await visibleSentry(ctx, sentryGuid);
  const [after = ''] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const settings = (await loadSensorSettings(ctx, sentryGuid)).filter(({ sensorMetricId }) => sensorMetricId > after);
  return toPage(
    settings.slice(0, query.limit + 1),
    query.limit,
    (one) => one,
    (one) => [one.sensorMetricId],
  );
}
