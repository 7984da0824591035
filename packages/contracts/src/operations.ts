import { z } from 'zod';

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
