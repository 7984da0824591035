/** What is entered in bridges and devices to connect them to the broker in Picket. Pure. */

export interface BrokerAccount {
  /** mqtt://host:port or mqtts://host:port. */
  readonly address: string;
  readonly user: string;
  readonly password: string;
}

/** A part of configuration.yaml of Zigbee2MQTT. Users and passwords of Picket need no escaping. */
export function zigbeeSettings({ address, user, password }: BrokerAccount): string {
  const lines = [
    ['mqtt', ''],
    ['  server', address],
    ['  user', user],
    ['  password', `'${password}'`],
    ['  version', '4'],
    ['homeassistant', ''],
    ['  enabled', 'true'],
  ];
  return lines.map((line) => line.join(': ').trimEnd()).join('\n');
}

/** Host and port, which Tasmota takes as settings of their own. */
export function hostAndPort(address: string): { readonly host: string; readonly port: string } {
  const { hostname: host, port } = new URL(address);
  return { host, port };
}
