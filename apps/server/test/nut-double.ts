/** A server that speaks the protocol of Network UPS Tools, or anything else: its answers are set by the test. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { quoteWord } from '@picket/devices/nut-protocol';
import { onTestFinished } from 'vitest';

type Variables = Readonly<Record<string, string>>;

export class NutDouble {
  /** null: stale. */
  readonly upses = new Map<string, Variables | null>();
  /** Of each command that is answered otherwise: with these bytes, or with null not at all. */
  readonly answers = new Map<string, string | Buffer | null>();
  /** What was asked, in the order. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async start(): Promise<NutDouble> {
    const double = new NutDouble();
    await double.listen(0);
    onTestFinished(() => double.stop());
    return double;
  }

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  get port(): number {
    const { port } = this.#server.address() as AddressInfo;
    return port;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    let rest = '';
    socket.on('data', (part: string) => {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        this.asked.push(line);
        const answer = this.answers.has(line) ? this.answers.get(line) : this.#answerTo(line);
        if (answer !== null && answer !== undefined) socket.write(answer);
      }
    });
  }

  #answerTo(line: string): string {
    const [verb, what, ups = '', variable = ''] = line.split(' ');
    if (verb === 'USERNAME' || verb === 'PASSWORD') return 'OK\n';
    if (what === 'UPS')
      return list(
        'UPS',
        [...this.upses.keys()].map((name) => `UPS ${name} "${name} in the double"`),
      );
    if (what !== 'VAR') return 'ERR UNKNOWN-COMMAND\n';
    const variables = this.upses.get(ups);
    if (variables === undefined) return 'ERR UNKNOWN-UPS\n';
    if (variables === null) return 'ERR DATA-STALE\n';
    const lineOf = (name: string): string => `VAR ${ups} ${name} ${quoteWord(variables[name] ?? '')}`;
    if (verb === 'GET') return variable in variables ? `${lineOf(variable)}\n` : 'ERR VAR-NOT-SUPPORTED\n';
    return list(`VAR ${ups}`, Object.keys(variables).map(lineOf));
  }
}

const list = (what: string, lines: readonly string[]): string =>
  [`BEGIN LIST ${what}`, ...lines, `END LIST ${what}`].map((line) => `${line}\n`).join('');
