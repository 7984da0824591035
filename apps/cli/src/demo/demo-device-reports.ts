/** Sensors off the shelf that the demo pretends to have: what each reports at a time, in the form of a webhook. Pure. */
interface Report {
  readonly device: string;
  readonly name: string;
  readonly model: string;
  readonly values: Readonly<Record<string, number | boolean>>;
}

interface DemoDevice extends Omit<Report, 'values'> {
  /** Whether the demo adopts it; the others wait among the discovered ones. */
  readonly isAdopted: boolean;
  /** `hours`: since 1970. */
  readonly valuesAt: (hours: number) => Readonly<Record<string, number | boolean>>;
}

/** One way and back in a day, between two numbers. */
const daily = (hours: number, low: number, high: number): number =>
  Number((low + ((high - low) * (1 - Math.cos((2 * Math.PI * hours) / 24))) / 2).toFixed(1));

export const DEMO_DEVICES: readonly DemoDevice[] = [
  {
    device: 'zigbee-0x00158d0001a2b3c4',
    name: 'Leak sensor, drain',
    model: 'Aqara SJCGQ11LM',
    isAdopted: true,
    valuesAt: () => ({ leak: false, battery_percent: 97 }),
  },
  {
    device: 'ups-rack-1',
    name: 'UPS, rack 1',
    model: 'Smart-UPS 1500',
    isAdopted: true,
    valuesAt: (hours) => ({
      on_battery: false,
      battery_percent: 100,
      voltage: daily(hours, 228, 233),
      power: daily(hours, 410, 560),
    }),
  },
  {
    device: 'pdu-rack-1',
    name: 'PDU, rack 1',
    model: 'Metered rack PDU, 16 A',
    isAdopted: true,
    valuesAt: (hours) => ({ power: daily(hours, 1180, 1640), current: daily(hours, 5.1, 7.1) }),
  },
  {
    device: 'zigbee-0x00158d0009f8e7d6',
    name: 'Door of the cabinet',
    model: 'Aqara MCCGQ11LM',
    isAdopted: false,
    valuesAt: () => ({ door: false, battery_percent: 88 }),
  },
  {
    device: 'zigbee-0x00158d000b1c2d3e',
    name: 'Thermometer, cold aisle',
    model: 'Aqara WSDCGQ11LM',
    isAdopted: false,
    valuesAt: (hours) => ({
      temperature: daily(hours, 19.4, 22.8),
      humidity: daily(hours, 38, 47),
      battery_percent: 74,
    }),
  },
];

const HOUR_MS = 3_600_000;

/** What all of them report at `now`, in milliseconds since 1970. */
export const demoReports = (now: number): readonly Report[] =>
  DEMO_DEVICES.map(({ device, name, model, valuesAt }) => ({ device, name, model, values: valuesAt(now / HOUR_MS) }));
