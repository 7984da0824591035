/** Live pictures: how much a server sends, and how server processes reach each other for them. */
import { z } from 'zod';
import { withoutTrailingSlash } from './setting-types.ts';

export const videoShape = {
  /** Megabits of live pictures that a server process sends in a second at the most. */
  PICKET_LIVE_MBIT: z.coerce.number().min(1).max(100_000).default(200),
  /** Where other machines reach this one for live pictures; without it processes of one machine reach each other alone. */
  PICKET_RELAY_URL: z.url({ protocol: /^wss?$/u, error: 'must be a wss:// address' }).optional(),
};
const VideoSettings = z.object(videoShape);

export interface VideoConfig {
  readonly liveMbit: number;
  /** null: only processes of this machine are reached. */
  readonly relayUrl: string | null;
}

export const videoConfig = (env: z.output<typeof VideoSettings>): VideoConfig => ({
  liveMbit: env.PICKET_LIVE_MBIT,
  relayUrl: env.PICKET_RELAY_URL === undefined ? null : withoutTrailingSlash(env.PICKET_RELAY_URL),
});
