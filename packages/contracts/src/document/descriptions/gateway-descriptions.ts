/** What the operations of gateways are for. */
import type { GATEWAY_ENDPOINTS } from '../../gateway-endpoints.ts';

export const GATEWAY_DESCRIPTIONS = {
  'GET /gateways':
    'Lists the sentries whose devices are gateways: programs that read sources in a network that Picket does not reach. Such a device was activated with `gateway: true`; `npm run sentry -- --gateway` is one. Its guid goes into `readBy` of an integration.',
  'GET /sentry/sources':
    'What a gateway reads: the integrations that name it in `readBy` and are turned on, with their settings and secrets. Ask every few seconds, with the ETag of the last response in `If-None-Match`. `known` has what was announced before of each device of a source that is polled: a value that is missing from one answer stays announced. Of a broker, subscribe to `broker.topics`: with retain handling 0 where `retained` is true, and with 2 otherwise. They change as devices are announced. Connect again when `connection` is another one, and not at all while there is no `broker`. 401: the sentry was removed; forget the settings.',
  'POST /sentry/observations':
    'Reports what was observed at an integration that this gateway reads, oldest first. Each event has its own time. `POLLED` is the answer of a source that is polled, with every device that there is; `FAILED` says what kept it from being read, one of the problems of `GET /integrations`; `CONNECTED`, `LOST`, `REFUSED` and `MESSAGE` are those of a broker. The response comes once the events are stored; until then keep them on disk and send them again, which is safe: a reading with the same time is stored once. What becomes of them is the same as if the server had read the source: devices are discovered, and values of adopted ones become readings at the time of the event. An event that is wrong is listed in `rejected`, and so is one that lies more than 60 seconds in the future, which may be sent again later. At most 500 events and 4 MB. 403: this gateway does not read the integration, give the events up. 503: too much waits to be stored, try again after `Retry-After`.',
} as const satisfies Readonly<Record<keyof typeof GATEWAY_ENDPOINTS, string>>;
