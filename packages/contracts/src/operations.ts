import { FEEDBACK_MAX, FEEDBACK_TOO_LONG, MOODS, UILOG_MAX } from '@picket/domain';
import { z } from 'zod';
import { InstantOut, pageOf } from './primitives.ts';

export const DowntimeNotice = z.object({
  _isDowntime: z.boolean(),
  startTime: z.string(),
  context: z.string(),
});

/** What runs here. */
export const Version = z.object({
  version: z.string(),
  commit: z.string().optional(),
  licences: z.array(z.object({ name: z.string(), licence: z.string() })),
});

export const FeedbackBody = z.strictObject({
  mood: z.enum(MOODS),
  message: z.string().trim().max(FEEDBACK_MAX, FEEDBACK_TOO_LONG).optional(),
});

/** A crash of the console: its stack and the components it happened in. */
export const UiLogBody = z.strictObject({ msg: z.string().min(1).max(UILOG_MAX) });

export const Announcement = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  publishedAt: InstantOut,
});

/** Newest first. `seen`: the one this person closed last; none are shown to the first demo organisation. */
export const Announcements = pageOf(Announcement).extend({ seen: z.string().nullable() });
export const AnnouncementParams = z.strictObject({ id: z.string().min(1).max(64) });
