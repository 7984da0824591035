/** Where devices connect to the broker in Picket. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { addressScope } from '../outbound/address-scope.ts';
import { ConfigError, Flag } from './setting-types.ts';

export const listenerShape = {
  /** Host and port, such as 192.168.1.10:8883, at which devices connect to the broker in Picket; without it there is none. */
  PICKET_MQTT_LISTEN: z.string().min(1).max(300).optional(),
  /** Files with the certificate of that broker and its key, as PEM; they are read again when they change. */
  PICKET_MQTT_TLS_CERT: z.string().min(1).optional(),
  PICKET_MQTT_TLS_KEY: z.string().min(1).optional(),
  /** Whether devices may connect without TLS at an address that is neither loopback nor private. */
  PICKET_MQTT_LISTEN_PLAIN: Flag.default(false),
};
const ListenerSettings = z.object(listenerShape);

export interface ListenerConfig {
  /** null: no broker. */
  readonly deviceListener: DeviceListenerConfig | null;
}

export interface DeviceListenerConfig {
  readonly host: string;
  readonly port: number;
  /** null: without TLS. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
}

const HOST_AND_PORT = /^(?:\[(?<bracketed>[0-9a-f:.]+)\]|(?<host>[^\s:[\]/?#@\\*%,]+)):(?<port>\d{1,5})$/iu;

export function listenerConfig(env: z.output<typeof ListenerSettings>): ListenerConfig {
  const { PICKET_MQTT_LISTEN: listen, PICKET_MQTT_TLS_CERT: certFile, PICKET_MQTT_TLS_KEY: keyFile } = env;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new ConfigError('PICKET_MQTT_TLS_CERT and PICKET_MQTT_TLS_KEY belong together');
  if (listen === undefined) return { deviceListener: null };
  const { bracketed, host = bracketed ?? '', port = '' } = HOST_AND_PORT.exec(listen)?.groups ?? {};
  if (host === '' || Number(port) < 1 || Number(port) > 65_535)
    throw new ConfigError(`PICKET_MQTT_LISTEN: ${listen} is no host and port, such as 192.168.1.10:8883 or [::1]:1883`);
  const tls = certFile === undefined || keyFile === undefined ? null : { certFile, keyFile };
  if (tls === null && !env.PICKET_MQTT_LISTEN_PLAIN && !isInside(host))
    throw new ConfigError(
      `PICKET_MQTT_LISTEN: ${listen} is neither loopback nor a private address. Set PICKET_MQTT_TLS_CERT and PICKET_MQTT_TLS_KEY, or PICKET_MQTT_LISTEN_PLAIN=true where only a private network reaches it`,
    );
  return { deviceListener: { host, port: Number(port), tls } };
}

/** Passwords may cross a network of one's own as they are. 0.0.0.0 and :: are every network. */
const isInside = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && addressScope(host) === 'PRIVATE');
