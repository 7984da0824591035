/** A connection to a device over Modbus TCP, guarded and bounded. It reads only. */
import type { Socket } from 'node:net';
import type { ModbusSettings } from '@picket/contracts/connected-settings';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { type ModbusQuestion, type ModbusReply, questionBytes, readReply } from '@picket/devices/modbus/modbus-frames';
import { AddressRefused, type SourceNetwork } from '../source-network.ts';

/** For each answer, and to connect. */
const ANSWER_TIMEOUT_MS = 3000;
/** Of a connection with all that is asked over it. */
const DEADLINE_MS = 20_000;
const TRANSACTIONS = 65_536;

type Answer = Exclude<ModbusReply, { readonly kind: 'other' }>;

/** Why there is no answer. */
export class ModbusProblem extends Error {
  readonly problem: IntegrationProblem;
  constructor(problem: IntegrationProblem) {
    super(problem);
    this.problem = problem;
  }
}

interface Waiting {
  /** null: for the connection. */
  readonly question: ModbusQuestion | null;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: ModbusProblem) => void;
}

export class ModbusClient {
  readonly #socket: Socket;
  readonly #unitId: number;
  #waiting: Waiting | null = null;
  #failure: ModbusProblem | null = null;
  #received = Buffer.alloc(0);
  #isConnected = false;
  #transaction = 0;

  /** Connects. Throws ModbusProblem. `closing`: ends it at once. */
  static async open(settings: ModbusSettings, network: SourceNetwork, closing: AbortSignal): Promise<ModbusClient> {
    const socket = network.connect(settings);
    if (socket === null) throw new ModbusProblem('ADDRESS_REFUSED');
    const ending = AbortSignal.any([closing, AbortSignal.timeout(DEADLINE_MS)]);
    const client = new ModbusClient(socket, settings.unitId, ending);
    await client.#wait(null);
    return client;
  }

  private constructor(socket: Socket, unitId: number, ending: AbortSignal) {
    this.#socket = socket;
    this.#unitId = unitId;
    socket.on('connect', () => this.#connected());
    socket.on('data', (part: Buffer) => this.#take(part));
    socket.on('error', (error) => this.#fail(problemOf(error)));
    socket.on('close', () => this.#fail(this.#silence()));
    ending.addEventListener('abort', () => this.#fail(this.#silence()), { once: true });
    if (ending.aborted) this.#fail('UNREACHABLE');
  }

  /** What stands at a place, or which exception refuses it. Throws ModbusProblem. */
  ask(place: Pick<ModbusQuestion, 'table' | 'register' | 'width'>): Promise<Answer> {
    this.#transaction = (this.#transaction + 1) % TRANSACTIONS;
    const { table, register, width } = place;
    const question = { transaction: this.#transaction, unitId: this.#unitId, table, register, width };
    const answer = this.#wait(question);
    this.#socket.write(questionBytes(question));
    return answer;
  }

  close(): void {
    this.#fail('UNREACHABLE');
  }

  #wait(question: ModbusQuestion | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      const timer = setTimeout(() => this.#fail(this.#silence()), ANSWER_TIMEOUT_MS);
      this.#waiting = { question, timer, resolve, reject };
    });
  }

  #connected(): void {
    this.#isConnected = true;
    this.#answer({ kind: 'data', data: new Uint8Array() });
  }

  #take(part: Buffer): void {
    const question = this.#waiting?.question ?? null;
    this.#received = Buffer.concat([this.#received, part]);
    const reply: ModbusReply | null = question === null ? { kind: 'other' } : readReply(this.#received, question);
    if (reply === null) return;
    this.#received = Buffer.alloc(0);
    // What nobody asked for is no such device.
    if (reply.kind === 'other') this.#fail('NOT_MODBUS');
    else this.#answer(reply);
  }

  #answer(answer: Answer): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    clearTimeout(waiting.timer);
    waiting.resolve(answer);
  }

  /** Many devices do not answer for another unit, and close a second connection. */
  #silence(): IntegrationProblem {
    return this.#isConnected ? 'NO_UNIT' : 'UNREACHABLE';
  }

  #fail(problem: IntegrationProblem): void {
    this.#failure ??= new ModbusProblem(problem);
    this.#socket.destroy();
    if (this.#waiting === null) return;
    clearTimeout(this.#waiting.timer);
    this.#waiting.reject(this.#failure);
    this.#waiting = null;
  }
}

function problemOf(error: Error): IntegrationProblem {
  if (error instanceof AddressRefused) return 'ADDRESS_REFUSED';
  return 'code' in error && error.code === 'ECONNREFUSED' ? 'CONNECTION_REFUSED' : 'UNREACHABLE';
}
