/** Where a value stands in a device that is read over Modbus, and how its bits are read. */

/** The tables of a device, with the function that reads each (Modbus Application Protocol 1.1b3, 6.1 to 6.4). */
export const READ_FUNCTIONS = { HOLDING: 3, INPUT: 4, COIL: 1, DISCRETE: 2 } as const;
export type RegisterTable = keyof typeof READ_FUNCTIONS;
export const REGISTER_TABLES = ['HOLDING', 'INPUT', 'COIL', 'DISCRETE'] as const satisfies readonly RegisterTable[];

/** The types of a number, with how many registers of 16 bits it takes. */
export const REGISTER_WIDTHS = {
  INT16: 1,
  UINT16: 1,
  INT32: 2,
  UINT32: 2,
  FLOAT32: 2,
  INT64: 4,
  UINT64: 4,
  FLOAT64: 4,
} as const;
export type RegisterType = keyof typeof REGISTER_WIDTHS;
export const REGISTER_TYPES = [
  'INT16',
  'UINT16',
  'INT32',
  'UINT32',
  'FLOAT32',
  'INT64',
  'UINT64',
  'FLOAT64',
] as const satisfies readonly RegisterType[];

/**
 * The order in which a device sends the bytes of a number: A is the highest of four. A number of two bytes is AB or BA; of one of eight,
 * CDAB means the lowest register first, BADC the bytes of each register exchanged, DCBA both.
 */
export const BYTE_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type ByteOrder = (typeof BYTE_ORDERS)[number];

export const LAST_REGISTER = 65_535;
export const LAST_BIT = 15;

export interface RegisterPlace {
  readonly table: RegisterTable;
  /** As it is sent, from 0: a manual that counts holding registers from 40001 means one less than the rest. */
  readonly register: number;
  readonly type: RegisterType;
  readonly byteOrder: ByteOrder;
  /** What the number is multiplied with: 0.1 for tenths. */
  readonly scale: number;
  /** The bit that is the value, from 0, the lowest; null: the whole number is. */
  readonly bit: number | null;
}

/** Whether each of its places is 1 or 0. */
export const isBitTable = (table: RegisterTable): boolean => table === 'COIL' || table === 'DISCRETE';

/** How many registers, or coils, are read. */
export const widthOf = ({ table, type }: Pick<RegisterPlace, 'table' | 'type'>): number =>
  isBitTable(table) ? 1 : REGISTER_WIDTHS[type];

/** Where and how it is read, as one text: two places with the same text are read alike. */
export function placeText({ table, register, type, byteOrder, scale, bit }: RegisterPlace): string {
  if (isBitTable(table)) return `${table} ${register}`;
  const part = bit === null ? `${type} ${byteOrder} ×${scale}` : `${byteOrder} bit ${bit}`;
  return `${table} ${register} ${part}`;
}
