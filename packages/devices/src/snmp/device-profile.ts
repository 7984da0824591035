/** What a profile says of a kind of device that is read over SNMP: which columns it has, and what each is. Tables alone. */

/** A column without the number of its row. What is no table has one row. */
export type Oid = string;

/** A column that says whether something is there: with one of these numbers it is. */
export interface Sign {
  readonly oid: Oid;
  readonly present: readonly number[];
  /** A device that does not answer the column has it as well. */
  readonly orMissing?: true;
}

interface Field {
  readonly id: string;
  readonly name: string;
  readonly deviceClass: string | null;
  readonly category: 'diagnostic' | null;
  /** What the number of the row goes on with, where one table has values of all kinds. */
  readonly rowEnd?: string;
  /** Without it there is no value now. */
  readonly available?: Sign;
}

export interface Measure extends Field {
  readonly kind: 'measure';
  readonly oid: Oid;
  readonly unit: '°C' | '%' | 'V' | 'A' | 'W' | 's' | 'min';
  /** Of what is sent: 0.1 for tenths. */
  readonly scale: number;
  /** How many digits of what is sent stand behind the point; not answered: unknown. */
  readonly digits?: Oid;
  /** Read where the column is not answered, or is 0: the same with fewer digits. */
  readonly coarse?: { readonly oid: Oid; readonly scale: number };
  /** Of the value in its unit: what is outside is refused. */
  readonly range: readonly [min: number, max: number];
  /** What says that there is no value, beside those that say so everywhere. */
  readonly noValues?: readonly number[];
  /** It may be below zero, so that -1 is a value. */
  readonly isSigned?: true;
  /** Degrees are sent in the unit that is set at the device. */
  readonly fahrenheit?: UnitSetting;
}

/** Which unit degrees are sent in; anything else: unknown. */
export interface UnitSetting {
  readonly oid: Oid;
  readonly celsius: number | string;
  readonly fahrenheit: number | string;
  /** It is a setting of the whole device; left out: each row has its own. */
  readonly isOfDevice?: true;
}

/** Which words of a state mean on, and which off; of neither, it is unknown. One that says on is enough. */
export interface Flag extends Field {
  readonly kind: 'flag';
  readonly of: readonly { readonly oid: Oid; readonly on: readonly number[]; readonly off: readonly number[] }[];
}

/** A device: what is measured at one place. */
export interface Part {
  readonly id: string;
  readonly name: string;
  /** true: each row is a device of its own. */
  readonly hasRows: boolean;
  readonly fields: readonly (Measure | Flag)[];
  /** What people call it. */
  readonly label?: Oid;
  /** What a row without a label is called, after the name of the part; left out: the number of the row. */
  readonly number?: Oid;
  /** Of the row, or of the device that the row is a part of. */
  readonly model?: Oid;
  readonly serial?: Oid;
  /** Rows of the table that are something else. */
  readonly ofKind?: Sign;
  /** Without it, it is not plugged in, or has no values now. */
  readonly presence?: Sign;
}

export interface Profile {
  readonly id: string;
  /** As people look for it. */
  readonly name: string;
  readonly maker: string | null;
  /** Where the identifier of a device begins with one of these, it is asked for. Empty: every device is. */
  readonly objectIds: readonly Oid[];
  /** A device that answers this fits. */
  readonly probe: Oid;
  /** Of those that fit a device and are about the same thing, the first is read; null: it stands beside others. */
  readonly subject: 'UPS' | 'PDU' | 'AKCP' | null;
  readonly parts: readonly Part[];
}

type MeasureOptions = Partial<
  Pick<
    Measure,
    'scale' | 'digits' | 'coarse' | 'category' | 'noValues' | 'isSigned' | 'fahrenheit' | 'rowEnd' | 'available'
  >
>;

const measure =
  (deviceClass: string | null, unit: Measure['unit'], range: Measure['range']) =>
  (id: string, name: string, oid: Oid, more: MeasureOptions = {}): Measure => ({
    kind: 'measure',
    id,
    name,
    oid,
    deviceClass,
    unit,
    range,
    scale: 1,
    category: null,
    ...more,
  });

export const temperature = measure('temperature', '°C', [-60, 150]);
export const humidity = measure('humidity', '%', [0, 100]);
export const charge = measure('battery', '%', [0, 100]);
export const volts = measure('voltage', 'V', [0, 1000]);
export const amps = measure('current', 'A', [0, 1000]);
export const watts = measure('power', 'W', [0, 1_000_000]);
export const load = measure(null, '%', [0, 300]);
export const seconds = measure(null, 's', [0, 10_000_000]);

export const flag = (
  id: string,
  name: string,
  deviceClass: string,
  of: Flag['of'],
  more: Pick<Flag, 'rowEnd' | 'available'> = {},
): Flag => ({ kind: 'flag', id, name, deviceClass, category: null, of, ...more });
