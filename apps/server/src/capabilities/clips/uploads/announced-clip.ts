/** Whether what a device announces can be taken; throws a 422 that names the field. */
import { CHUNK_BYTES, MAX_CLIP_SECONDS, MAX_CLIPS_PER_ALERT, MAX_TIME_LAPSES_PER_ALERT } from '@picket/contracts/clips';
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { Millis } from '@picket/domain/time';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { countClipsOfAlerts } from '../alert-video/alert-video-store.ts';
import type { CameraPorts } from '../clip-ports.ts';

type Input = ParsedBody<'POST /sentry/video'>;

const MAX_AHEAD: Millis = 60_000;
/** A clip begins and ends at a key frame. */
const KEY_FRAME_SECONDS = 30;
const H265 = /^(hvc1|hev1|h265|hevc)/iu;

export const unprocessable = (name: string, message: string): AppError =>
  new AppError('unprocessable', { message, errors: [{ name, message }] });

export async function assertRecordable(ctx: Ctx<SentryActor>, cameras: CameraPorts, input: Input): Promise<void> {
  assertTimes(input, ctx.clock.now());
  if (input.chunks.length !== Math.ceil(input.bytes / CHUNK_BYTES))
    throw invalid('chunks', 'must be one digest for each MiB of the video');
  if (H265.test(input.codec))
    throw unprocessable('codec', 'H.265 does not play in browsers: choose a stream of the camera that is H.264');
  const { tenant, location, guid } = ctx.actor;
  const sql = ctx.db.console;
  const span = { from: new Date(input.startedAt), to: new Date(input.endedAt) };
  if ((await cameras.listOffPeriods(sql, tenant, location, span)).length > 0)
    throw unprocessable('startedAt', 'the cameras of the location were off then');
  if (!input.isMasked && (await cameras.isMasked(sql, tenant, guid)))
    throw unprocessable('isMasked', 'a part of the picture has to be masked');
  await assertAlerts(ctx, input);
}

function assertTimes({ startedAt, endedAt }: Input, now: Millis): void {
  const [from, to] = [Date.parse(startedAt), Date.parse(endedAt)];
  if (from > now + MAX_AHEAD) throw unprocessable('startedAt', 'must not be in the future');
  if (to <= from) throw unprocessable('endedAt', 'must be after startedAt');
  if (to > now + MAX_AHEAD) throw unprocessable('endedAt', 'must not be in the future');
  if (to - from > (MAX_CLIP_SECONDS + KEY_FRAME_SECONDS) * 1000)
    throw unprocessable('endedAt', `must be at most ${MAX_CLIP_SECONDS} seconds after startedAt`);
}

async function assertAlerts(ctx: Ctx<SentryActor>, { alerts, recording, isTimeLapse }: Input): Promise<void> {
  const named = [...new Set([...alerts, ...(recording === undefined ? [] : [recording])])];
  if (named.length === 0) return;
  const counts = await countClipsOfAlerts(ctx.db.console, ctx.actor.tenant, ctx.actor.guid, named, isTimeLapse);
  if (counts.size < named.length) throw unprocessable('alerts', 'names an alert that is not of this sentry');
  const [max, kind] = isTimeLapse ? [MAX_TIME_LAPSES_PER_ALERT, 'time lapses'] : [MAX_CLIPS_PER_ALERT, 'clips'];
  if ([...counts.values()].every((count) => count >= max)) throw unprocessable('alerts', `has ${max} ${kind} already`);
}
