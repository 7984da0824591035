/** The network settings of a device, and what the device reports about them. */
import { z } from 'zod';
import { InstantOut } from './primitives.ts';
import { ReportedText, Text } from './request-texts.ts';

const Ip = z.ipv4('not an IPv4 address');

const Addressing = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('DHCP') }),
  z.strictObject({
    mode: z.literal('STATIC'),
    address: Ip,
    /** Bits of the network part. */
    prefix: z.number().int().min(1).max(32),
    gateway: Ip,
    dns: z.array(Ip).max(4),
  }),
]);

const ProxyAddress = z
  .url({ protocol: /^https?$/u, error: 'must be an http:// or https:// address' })
  .max(512)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === '' && url.password === '';
  }, 'must not contain a password');

const Ssid = Text(32).min(1);

/** WPA takes printable ASCII alone. */
const WifiPassword = z
  .string()
  .min(8)
  .max(63)
  .regex(/^[ -~]+$/u, 'may hold printable ASCII characters only');

/** As stored; the Wi-Fi password is encrypted beside it. */
export const NetworkSettings = z.object({
  addressing: Addressing.default({ mode: 'DHCP' }),
  ssid: z.string().optional(),
  proxy: z.string().optional(),
});

export const NetworkUpdate = z.strictObject({
  addressing: Addressing,
  /** null: a cable. `password` left out: unchanged. */
  wifi: z.strictObject({ ssid: Ssid, password: WifiPassword.optional() }).nullable(),
  proxy: ProxyAddress.nullable(),
});

const NETWORK_RESULTS = ['APPLIED', 'REFUSED', 'FAILED'] as const;

/** What a device reports about its network. `revision`: of the settings it applied; 0 before there were any. */
export const NetworkReport = z.object({
  revision: z.number().int().min(0),
  result: z.enum(NETWORK_RESULTS),
  message: ReportedText(512).optional(),
  address: ReportedText(64).optional(),
  interface: ReportedText(32).optional(),
  /** Of the Wi-Fi, in dBm. */
  signalDbm: z.number().min(-150).max(50).optional(),
  /** To this server and back, in milliseconds. */
  latencyMs: z.number().min(0).max(600_000).optional(),
});

export const SentryNetwork = z.object({
  revision: z.number(),
  addressing: Addressing,
  wifi: z.object({ ssid: z.string(), hasPassword: z.boolean() }).nullable(),
  proxy: z.string().nullable(),
  changedBy: z.string().optional(),
  last_update_ts: InstantOut,
  /** The newest; left out until the device has reported. */
  report: NetworkReport.extend({ at: InstantOut }).optional(),
});

/** As the device gets it. */
export const DeviceNetwork = z.object({
  revision: z.number(),
  addressing: Addressing,
  wifi: z.object({ ssid: z.string(), password: z.string().optional() }).nullable(),
  proxy: z.string().nullable(),
});
