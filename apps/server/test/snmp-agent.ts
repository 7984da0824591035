/** An agent of SNMP with a UPS of APC and a probe, in this process. */
import { createSocket } from 'node:dgram';
import * as snmp from 'net-snmp';
import { onTestFinished } from 'vitest';

interface Agent {
  getAuthorizer(): { addCommunity(name: string): void; addUser(user: snmp.User): void };
  getMib(): {
    registerProvider(provider: object): void;
    setScalarValue(name: string, value: number | string): void;
    addTableRow(table: string, row: readonly (number | string)[]): void;
    setTableSingleCell(table: string, column: number, row: readonly number[], value: number | string): void;
  };
  close(): void;
}

const UPS = '1.3.6.1.4.1.318.1.1.1';
const { Integer, Gauge, OctetString, OID } = snmp.ObjectType;
const SCALARS = {
  descr: ['1.3.6.1.2.1.1.1', OctetString, 'APC Web/SNMP Management Card'],
  objectId: ['1.3.6.1.2.1.1.2', OID, '1.3.6.1.4.1.318.1.3.2.11'],
  name: ['1.3.6.1.2.1.1.5', OctetString, 'rack-ups'],
  model: [`${UPS}.1.1.1`, OctetString, 'Smart-UPS 1500'],
  batteryStatus: [`${UPS}.2.1.1`, Integer, 2],
  charge: [`${UPS}.2.2.1`, Gauge, 100],
  inputVoltage: [`${UPS}.3.2.1`, Gauge, 230],
  outputStatus: [`${UPS}.4.1.1`, Integer, 2],
} as const;
const PROBES = [
  ['index', Integer],
  ['name', OctetString],
  ['status', Integer],
  ['temperature', Integer],
  ['unit', Integer],
  ['humidity', Integer],
] as const;

const USER: snmp.User = {
  name: 'monitor',
  level: snmp.SecurityLevel.authPriv,
  authProtocol: snmp.AuthProtocols.sha,
  authKey: 'signed-by-this',
  privProtocol: snmp.PrivProtocols.aes,
  privKey: 'hidden-by-this',
};

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

export class SnmpAgent {
  readonly port: number;
  #agent: Agent;
  #isOpen = true;

  static async start(): Promise<SnmpAgent> {
    const agent = new SnmpAgent(await freePort());
    onTestFinished(() => agent.stop());
    return agent;
  }

  private constructor(port: number) {
    this.port = port;
    this.#agent = open(port);
  }

  set(name: keyof typeof SCALARS, value: number | string): void {
    this.#agent.getMib().setScalarValue(name, value);
  }

  setProbe(column: (typeof PROBES)[number][0], value: number): void {
    const number = PROBES.findIndex(([name]) => name === column) + 1;
    this.#agent.getMib().setTableSingleCell('probes', number, [1], value);
  }

  stop(): void {
    if (this.#isOpen) this.#agent.close();
    this.#isOpen = false;
  }
}

function open(port: number): Agent {
  const agent: Agent = snmp.createAgent({ port, address: '127.0.0.1' }, () => undefined);
  agent.getAuthorizer().addCommunity('inside');
  agent.getAuthorizer().addUser(USER);
  const mib = agent.getMib();
  const maxAccess = snmp.MaxAccess['read-only'];
  for (const [name, [oid, scalarType, value]] of Object.entries(SCALARS)) {
    mib.registerProvider({ name, type: snmp.MibProviderType.Scalar, oid, scalarType, maxAccess });
    mib.setScalarValue(name, value);
  }
  mib.registerProvider({
    name: 'probes',
    type: snmp.MibProviderType.Table,
    oid: '1.3.6.1.4.1.318.1.1.10.2.3.2.1',
    maxAccess: snmp.MaxAccess['not-accessible'],
    tableColumns: PROBES.map(([name, type], index) => ({ number: index + 1, name, type, maxAccess })),
    tableIndex: [{ columnName: 'index' }],
  });
  mib.addTableRow('probes', [1, 'Cold aisle', 2, 72, 2, 41]);
  return agent;
}
