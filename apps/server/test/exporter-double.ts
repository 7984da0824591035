/** A program with a page of metrics, or anything else: what it answers is set by the test. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (response: ServerResponse) => void;

export class ExporterDouble {
  answer: Answer = (response) => response.end('');
  /** What was asked, in the order. */
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  readonly #server: Server;

  /** Of one test, which ends it. */
  static async start(): Promise<ExporterDouble> {
    const double = await ExporterDouble.open();
    onTestFinished(() => double.stop());
    return double;
  }

  static async open(): Promise<ExporterDouble> {
    const double = new ExporterDouble();
    await double.listen(0);
    return double;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push({ path: request.url ?? '', headers: request.headers });
      // A client that has read enough goes away.
      response.on('error', () => {});
      this.answer(response);
    });
  }

  /** The lines of its page from now on. */
  shows(...lines: readonly string[]): void {
    this.answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(`${lines.join('\n')}\n`);
  }

  get port(): number {
    const { port } = this.#server.address() as AddressInfo;
    return port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
