/** Values that a person chooses in the registers of a device that is read over Modbus. */
import {
  BYTE_ORDERS,
  isBitTable,
  LAST_BIT,
  LAST_REGISTER,
  REGISTER_TABLES,
  REGISTER_TYPES,
  type RegisterPlace,
  widthOf,
} from '@picket/domain/registers';
import { unitsOf, VALUE_CLASS_NAMES, VALUE_UNITS, type ValueClass } from '@picket/domain/value-classes';
import { z } from 'zod';
import { Chosen, listOf, withUnit } from './value-requests.ts';

const MAX_SCALE = 1e9;
const MIN_SCALE = 1e-9;

const Table = z.enum(REGISTER_TABLES);
const Type = z.enum(REGISTER_TYPES);
const Order = z.enum(BYTE_ORDERS);
const Register = z.number().int().min(0).max(LAST_REGISTER);
const Bit = z.number().int().min(0).max(LAST_BIT);

type Place = Pick<RegisterPlace, 'table' | 'type' | 'register'> & {
  readonly class: ValueClass;
  readonly bit?: number | undefined;
};

/** What is wrong with a place; null: nothing. */
function registerProblem(place: Place): string | null {
  return place.register + widthOf(place) - 1 > LAST_REGISTER ? 'has no room for a number of this size' : null;
}

function bitProblem({ bit, table, type }: Place): string | null {
  const isOfOneRegister = !isBitTable(table) && widthOf({ table, type }) === 1;
  return bit === undefined || isOfOneRegister ? null : 'is for a holding or input register of 16 bits';
}

function classProblem({ class: valueClass, bit, table }: Place): string | null {
  const isBit = isBitTable(table) || bit !== undefined;
  return isBit && unitsOf(valueClass).length > 0 ? 'must be a state: a coil, an input or a bit is 1 or 0' : null;
}

const RegisterValue = withUnit(
  z.strictObject({
    ...Chosen,
    table: Table.default('HOLDING'),
    /** As it is sent, from 0. */
    register: Register,
    /** Of a holding or input register. */
    type: Type.default('INT16'),
    byteOrder: Order.default('ABCD'),
    /** What the number is multiplied with: 0.1 for tenths. */
    scale: z
      .number()
      .min(-MAX_SCALE)
      .max(MAX_SCALE)
      .refine((scale) => Math.abs(scale) >= MIN_SCALE, 'must not be 0')
      .default(1),
    /** Of a register of 16 bits: the bit that is the state, from 0. */
    bit: Bit.optional(),
  }),
).superRefine((value, { addIssue }) => {
  const problems = { register: registerProblem(value), bit: bitProblem(value), class: classProblem(value) };
  for (const [field, message] of Object.entries(problems))
    if (message !== null) addIssue({ code: 'custom', message, path: [field] });
});

export const RegisterValues = listOf(RegisterValue);

/** Of a gateway: which of the devices behind it. */
export const UnitId = z.number().int().min(0).max(255);

export const RegisterValueOut = z.object({
  name: z.string(),
  class: z.enum(VALUE_CLASS_NAMES),
  unit: z.enum(VALUE_UNITS).optional(),
  table: Table,
  register: z.number(),
  type: Type,
  byteOrder: Order,
  scale: z.number(),
  bit: z.number().optional(),
});
