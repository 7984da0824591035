/** Live pictures: how much a server sends, and how server processes reach each other for them. */
import { IceServer } from '@picket/contracts/signals';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { ConfigError, readPasswordFile, withoutTrailingSlash } from './setting-types.ts';

/** As RTCPeerConnection takes it: one address, or several. */
const IceServersSetting = z
  .array(IceServer.extend({ urls: z.preprocess((urls) => [urls].flat(), IceServer.shape.urls) }))
  .max(8);
type IceServers = z.output<typeof IceServersSetting>;

export const videoShape = {
  /** Megabits of live pictures that a server process sends in a second at the most. */
  PICKET_LIVE_MBIT: z.coerce.number().min(1).max(100_000).default(200),
  /** Where other machines reach this one for live pictures; without it processes of one machine reach each other alone. */
  PICKET_RELAY_URL: z.url({ protocol: /^wss?$/u, error: 'must be a wss:// address' }).optional(),
  /** JSON: STUN and TURN servers for direct connections between pages and sentries; `off`: there are no direct connections. */
  PICKET_ICE_SERVERS: z.string().max(8192).optional(),
  /** A file with that, as it may have the password of a TURN server. */
  PICKET_ICE_SERVERS_FILE: z.string().min(1).optional(),
};
const VideoSettings = z.object(videoShape);

export interface VideoConfig {
  readonly liveMbit: number;
  /** null: only processes of this machine are reached. */
  readonly relayUrl: string | null;
  /** For direct connections; empty: within one network; null: there are none. */
  readonly iceServers: IceServers | null;
}

export const videoConfig = (env: z.output<typeof VideoSettings>): VideoConfig => ({
  liveMbit: env.PICKET_LIVE_MBIT,
  relayUrl: env.PICKET_RELAY_URL === undefined ? null : withoutTrailingSlash(env.PICKET_RELAY_URL),
  iceServers: iceServersOf(env),
});

function iceServersOf(env: z.output<typeof VideoSettings>): IceServers | null {
  const file = env.PICKET_ICE_SERVERS_FILE;
  const text = file === undefined ? env.PICKET_ICE_SERVERS : readPasswordFile('PICKET_ICE_SERVERS_FILE', file);
  if (text === undefined) return [];
  if (text === 'off') return null;
  const { data, error } = IceServersSetting.safeParse(parseJson(text));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new ConfigError(
    `PICKET_ICE_SERVERS: must be off, or JSON such as [{"urls":"stun:stun.example.org"}] (${issue?.path.join('.')}: ${issue?.message})`,
  );
}
