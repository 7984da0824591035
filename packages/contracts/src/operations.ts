import { z } from 'zod';

export const DowntimeNotice = z.object({
  _isDowntime: z.boolean(),
  startTime: z.string(),
  context: z.string(),
});
