/** A connection to a server of Network UPS Tools, guarded and bounded. It reads only: it never logs in, so that no shutdown waits for it. */
import type { Socket } from 'node:net';
import type { NutSettings } from '@picket/contracts/connected-settings';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { NutAnswer, type NutReply, quoteWord } from '@picket/devices/nut-protocol';
import { AddressRefused, type SourceNetwork } from '../source-network.ts';

/** For each answer; for the first with the time to connect. */
const ANSWER_TIMEOUT_MS = 5000;
/** Of a connection with all that is asked over it. */
const DEADLINE_MS = 20_000;
const ASKS_FOR_USER = /^(?:ACCESS-DENIED|USERNAME-REQUIRED|PASSWORD-REQUIRED|INVALID-USERNAME|INVALID-PASSWORD)$/u;

/** Why there is no answer. */
export class NutProblem extends Error {
  readonly problem: IntegrationProblem;
  constructor(problem: IntegrationProblem) {
    super(problem);
    this.problem = problem;
  }
}

interface Waiting {
  readonly answer: NutAnswer;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (reply: NutReply) => void;
  readonly reject: (error: NutProblem) => void;
}

export class NutClient {
  readonly #socket: Socket;
  #waiting: Waiting | null = null;
  #failure: NutProblem | null = null;
  #hasAnswered = false;

  /** Connects, and says who asks where a user is set. Throws NutProblem. `closing`: ends it at once. */
  static async open(settings: NutSettings, network: SourceNetwork, closing: AbortSignal): Promise<NutClient> {
    const socket = network.connect(settings);
    if (socket === null) throw new NutProblem('ADDRESS_REFUSED');
    const client = new NutClient(socket, AbortSignal.any([closing, AbortSignal.timeout(DEADLINE_MS)]));
    try {
      if (settings.user !== null) await client.expectOk(`USERNAME ${quoteWord(settings.user)}`);
      if (settings.password !== null) await client.expectOk(`PASSWORD ${quoteWord(settings.password)}`);
    } catch (error) {
      client.close();
      throw error;
    }
    return client;
  }

  private constructor(socket: Socket, ending: AbortSignal) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => this.#take(part));
    socket.on('error', (error) => this.#fail(problemOf(error)));
    // What ends in the middle of its first answer is no such server.
    socket.on('close', () => this.#fail(socket.bytesRead > 0 && !this.#hasAnswered ? 'NOT_NUT' : 'UNREACHABLE'));
    ending.addEventListener('abort', () => this.#fail('UNREACHABLE'), { once: true });
    if (ending.aborted) this.#fail('UNREACHABLE');
  }

  /** The answer to a command, which holds no line break. Throws NutProblem. */
  ask(command: string): Promise<NutReply> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      const timer = setTimeout(() => this.#fail('UNREACHABLE'), ANSWER_TIMEOUT_MS);
      this.#waiting = { answer: new NutAnswer(command), timer, resolve, reject };
      this.#socket.write(`${command}\n`);
    });
  }

  /** The rows of an answer; an error is refused in the words of the integration. Throws NutProblem. */
  async rowsOf(command: string): Promise<readonly (readonly string[])[]> {
    const reply = await this.ask(command);
    if (reply.kind === 'rows') return reply.rows;
    throw new NutProblem(problemOfReply(reply));
  }

  async expectOk(command: string): Promise<void> {
    const [row] = await this.rowsOf(command);
    if (row?.[0] !== 'OK') throw new NutProblem('NOT_NUT');
  }

  close(): void {
    this.#fail('UNREACHABLE');
  }

  #take(part: string): void {
    const waiting = this.#waiting;
    if (waiting === null) {
      // What nobody asked for is no such server.
      this.#fail('NOT_NUT');
      return;
    }
    const reply = waiting.answer.take(part);
    if (reply === null) return;
    this.#hasAnswered ||= reply.kind === 'rows';
    this.#waiting = null;
    clearTimeout(waiting.timer);
    waiting.resolve(reply);
    if (reply.kind === 'too-large') this.#fail('ANSWER_TOO_LARGE');
  }

  #fail(problem: IntegrationProblem): void {
    this.#failure ??= new NutProblem(problem);
    this.#socket.destroy();
    if (this.#waiting === null) return;
    clearTimeout(this.#waiting.timer);
    this.#waiting.reject(this.#failure);
    this.#waiting = null;
  }
}

/** Of an answer that is not the one that was asked for. */
export function problemOfReply(reply: NutReply): IntegrationProblem {
  if (reply.kind === 'too-large') return 'ANSWER_TOO_LARGE';
  return reply.kind === 'error' && ASKS_FOR_USER.test(reply.code) ? 'NOT_AUTHORIZED' : 'NOT_NUT';
}

function problemOf(error: Error): IntegrationProblem {
  if (error instanceof AddressRefused) return 'ADDRESS_REFUSED';
  return 'code' in error && error.code === 'ECONNREFUSED' ? 'CONNECTION_REFUSED' : 'UNREACHABLE';
}
