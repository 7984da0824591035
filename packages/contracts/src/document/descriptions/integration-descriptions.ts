/** What the operations of integrations are for. */
import type { INTEGRATION_ENDPOINTS } from '../../integration-endpoints.ts';

export const INTEGRATION_DESCRIPTIONS = {
  'GET /integrations':
    'Lists the sources that Picket is connected to, with the state of each connection: since when it is connected, when the last message arrived, or what keeps it from being connected.',
  'POST /integrations':
    'Adds a source of readings. `MQTT`, also where `kind` is left out: a broker on which a bridge such as Zigbee2MQTT announces devices for Home Assistant, or devices report in a format of their own: Tasmota, Shelly, Bluetooth sensors by way of OpenMQTTGateway, Theengs Gateway or a Ruuvi Gateway, and LoRaWAN devices of ChirpStack 4 or The Things Stack. Picket subscribes over MQTT 5 and publishes nothing. The address has to be reachable for this organization: `mqtts://` over the internet, any other host and port once it is allowed under Private hosts. `NUT`: a server of Network UPS Tools (`upsd`), which is asked every `pollSeconds` for its UPSes and their variables. The protocol is not encrypted, so that host and port have to be allowed under Private hosts. A sentry is added at the location for the source: its contact is that of every device adopted through it. At most 20 in an organization.',
  'POST /integrations/test':
    'Connects to a source with these settings. A broker is listened to for a few seconds; a NUT server is asked for its UPSes and their status. `problem` is one of a fixed list: `ADDRESS_REFUSED`, the address is not allowed; `UNREACHABLE`, nothing answers; `CONNECTION_REFUSED`, nothing listens at the port; `NOT_AUTHORIZED`, user or password are refused; `NOT_MQTT_5`, `NOT_NUT`, something else answers; `ANSWER_TOO_LARGE`, a list has more than 64 KB; `SUBSCRIPTION_REFUSED`, the user may not read the topics; `SETTINGS_UNREADABLE`, the stored settings cannot be decrypted. Use it before `POST /integrations`.',
  'PATCH /integrations/{guid}':
    'Changes what is sent and leaves the rest as it is. The kind stays; a setting of another kind is refused. `user` and `password` are removed with null; the password is never shown. Another address, host or port needs the password again, so that a stored one is sent to no other host. With another address, host, port or prefix, devices that are not adopted are forgotten. With `enabled: false` the source is disconnected, no readings arrive, and the gateway is not reported as offline until it is enabled again.',
  'GET /integrations/{guid}/left-out':
    'Lists the last 50 announcements and reports of which at least a part was left out since the source was connected. `TOO_LARGE`: an announcement of more than 256 KB, or a report of more than 64 KB. `NOT_JSON`: no JSON object, or nested deeper than 32 levels. `NO_IDENTIFIERS`: no device with an identifier. `NO_UNIQUE_ID`, `SAME_UNIQUE_ID`: an entity without a `unique_id`, or with one that another entity of the device has. `BAD_TOPIC`: no `state_topic`, or one with `+` or `#`, of the broker itself (`$SYS`) or of Picket (`picket/`). `BAD_NAME`: the name of a UPS has other characters than letters, digits and `_.@:+-`, or that of a value has control characters or more than 100 characters. `OVER_LIMIT`: more than 200 entities of a device, more than 100 UPSes, or more than 5,000 devices. `CHANGING_ADDRESS`: a Bluetooth device that changes its address, such as a phone, so that it could not be found again. `NOT_DECODED`: bytes of a LoRaWAN device for which its network server has no decoder. `SUBSCRIPTION_REFUSED`: the broker does not let the user read this filter. What is announced for another component than `sensor` and `binary_sensor` measures nothing and is not listed.',
  'DELETE /integrations/{guid}':
    'Disconnects from the source and forgets the devices it announced. 409: devices of it are adopted; release them first.',
  'GET /discovered':
    'Lists what integrations announce, and devices that report in a format of their own. Each entity has the value seen last and the series that it would become, or the reason why it becomes none. Nothing is stored as a reading before a device is adopted. A value without `at` was kept by the broker: when it was measured is unknown. Of a source that is polled, `at` is when its answer arrived.',
  'POST /discovered/{guid}/adopt':
    'Makes a sentry of the device at a location. The readings of the chosen entities are stored from now on, and policies apply to them. How each value is read is fixed as it is announced now: a later change is shown as a difference and used only once it is accepted.',
  'POST /discovered/{guid}/ignore':
    'Sets the device aside, so that it is no longer among the new ones. Nothing of an ignored device is stored.',
  'POST /discovered/{guid}/restore': 'Offers an ignored device again.',
  'POST /sentries/{guid}/release':
    'Ends the adoption. The sentry is removed as with `DELETE /sentries/{guid}`, its readings and alerts stay, and the device can be adopted again. 409: the sentry is not adopted.',
  'POST /sentries/{guid}/accept-announcement':
    'Uses what the device announces now in place of what was accepted before. Entities that are announced no more are no longer read. 409: the sentry is not adopted, or nothing of it is announced any more.',
} as const satisfies Readonly<Record<keyof typeof INTEGRATION_ENDPOINTS, string>>;
