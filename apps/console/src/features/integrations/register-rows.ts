/** The values that a person chooses in the registers of a Modbus device, as the rows of a form. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { isBitTable, REGISTER_WIDTHS, type RegisterTable, type RegisterType } from '@picket/domain/registers';
import { unitOf } from '@picket/domain/value-classes';
import type { Integration } from './use-integrations.ts';
import { type ChosenRow, newChosen, shownUnit } from './value-rows.ts';

type Registers = Extract<BodyOf<'POST /integrations/test'>, { readonly kind: 'MODBUS' }>['registers'];
type Register = Registers[number];

export type RegisterRow = ChosenRow & {
  readonly table: RegisterTable;
  readonly register: string;
  readonly type: RegisterType;
  readonly byteOrder: NonNullable<Register['byteOrder']>;
  readonly scale: string;
  /** Empty: the whole number. */
  readonly bit: string;
};

export const newRegister = (rows: readonly RegisterRow[]): RegisterRow => ({
  ...newChosen(rows),
  table: 'HOLDING',
  register: '',
  type: 'INT16',
  byteOrder: 'ABCD',
  scale: '1',
  bit: '',
});

/** What of a row is asked for: a coil is a bit itself, and a bit has no scale. */
export const asksFor = ({ table, type, bit }: RegisterRow) => ({
  type: !isBitTable(table),
  bit: !isBitTable(table) && REGISTER_WIDTHS[type] === 1,
  scale: !isBitTable(table) && (bit === '' || REGISTER_WIDTHS[type] > 1),
});

/** What is no number is sent as none, so that the answer says so at its field. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

export const toRegisters = (rows: readonly RegisterRow[]): Registers =>
  rows.map((row) => {
    const { name, class: valueClass, unit, table, register, type, byteOrder, scale, bit } = row;
    const asked = asksFor(row);
    return {
      name: name.trim(),
      class: valueClass,
      ...(unit === '' ? {} : { unit }),
      table,
      register: numberOf(register),
      ...(asked.type ? { type, byteOrder } : {}),
      ...(asked.scale ? { scale: numberOf(scale) } : {}),
      ...(asked.bit && bit !== '' ? { bit: Number(bit) } : {}),
    };
  });

export const registerRowsOf = (
  registers: Extract<Integration, { readonly kind: 'MODBUS' }>['registers'],
): readonly RegisterRow[] =>
  registers.map(({ unit, register, scale, bit, ...value }, id) => ({
    ...value,
    id,
    unit: shownUnit(unitOf(value.class, unit)),
    register: String(register),
    scale: String(scale),
    bit: bit === undefined ? '' : String(bit),
  }));
