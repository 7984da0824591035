/** A Modbus device: the server of `modbus-serial`, another program than the one that is tested. Its registers are set by the test. */
import { once } from 'node:events';
import { ServerTCP } from 'modbus-serial';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';

/** What stands at a place; what is not set is refused with exception 2. */
type Places = Map<number, number>;

export class ModbusDouble {
  readonly port: number;
  readonly holding: Places = new Map();
  readonly input: Places = new Map();
  readonly coils: Places = new Map();
  readonly discrete: Places = new Map();
  /** Every unit that was asked. */
  readonly units: number[] = [];
  #server: ServerTCP | null = null;

  /** Of one test, which ends it. */
  static async start(): Promise<ModbusDouble> {
    const double = await ModbusDouble.open();
    onTestFinished(() => double.stop());
    return double;
  }

  static async open(): Promise<ModbusDouble> {
    const double = new ModbusDouble(await freePort());
    await double.listen();
    return double;
  }

  private constructor(port: number) {
    this.port = port;
  }

  async listen(): Promise<void> {
    const placeOf =
      <Value>(places: Places, asSent: (value: number) => Value) =>
      (address: number, unit: number, done: (error: Error | null, value: Value) => void): void => {
        this.units.push(unit);
        const value = places.get(address);
        if (value === undefined) done(Object.assign(new Error('no such place'), { modbusErrorCode: 2 }), asSent(0));
        else done(null, asSent(value));
      };
    const number = (sent: number): number => sent;
    const isOn = (sent: number): boolean => sent !== 0;
    // Unit 255: it answers for every unit, as devices without others behind them do.
    this.#server = new ServerTCP(
      {
        getHoldingRegister: placeOf(this.holding, number),
        getInputRegister: placeOf(this.input, number),
        getCoil: placeOf(this.coils, isOn),
        getDiscreteInput: placeOf(this.discrete, isOn),
      },
      { host: '127.0.0.1', port: this.port, unitID: 255 },
    );
    await once(this.#server, 'initialized');
  }

  /** A number of 32 bits from this register on, the higher half first. */
  setFloat(register: number, value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(value);
    this.holding.set(register, bytes.readUInt16BE(0)).set(register + 1, bytes.readUInt16BE(2));
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
