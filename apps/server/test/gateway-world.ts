/** A Picket that listens, and a gateway in this process that reads sources for it over HTTP, by the clock of the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, onTestFinished } from 'vitest';
import { DeviceClient } from '../../sentry/src/device-client.ts';
import { GatewayClient } from '../../sentry/src/gateway/gateway-client.ts';
import { GatewayRunner } from '../../sentry/src/gateway/gateway-runner.ts';
import { pause } from '../../sentry/src/pause.ts';
import { openPicket, type Picket } from './harness.ts';
import { PolledWorld } from './polled-world.ts';

type Integration = ResponseOf<'POST /integrations'>;

/** Between a gateway and the server: a network that can be taken away. */
class Network {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  isThere = true;

  static async to(port: number): Promise<Network> {
    const network = new Network(port);
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  private constructor(port: number) {
    this.#server = createServer((socket) => {
      const target = connect(port, '127.0.0.1');
      for (const [one, other] of [
        [socket, target],
        [target, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => this.#sockets.delete(one));
        one.pipe(other);
      }
      if (!this.isThere) socket.destroy();
    });
  }

  get address(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  cut(): void {
    this.isThere = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A gateway: an activated device, its folder, and what runs in it. */
export class TestGateway {
  readonly sentry: string;
  readonly device: DeviceClient;
  readonly folder: string;
  readonly network: Network;
  readonly #picket: Picket;
  #stop: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();

  static async open(picket: Picket, location: string, name: string, as = picket.admin): Promise<TestGateway> {
    const port = await portOf(picket);
    const made = await picket.call<ResponseOf<'POST /locations/{guid}/sentries'>>(
      'POST',
      `/locations/${location}/sentries`,
      { as, body: { name } },
    );
    const network = await Network.to(port);
    const folder = mkdtempSync(join(tmpdir(), 'picket-gateway-'));
    const device = new DeviceClient(network.address, folder);
    await device.activate(made.body.activationCode, 'Picket gateway', 'G1', true);
    const gateway = new TestGateway(picket, made.body.guid, device, folder, network);
    onTestFinished(async () => {
      await gateway.stop();
      await network.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return gateway;
  }

  private constructor(picket: Picket, sentry: string, device: DeviceClient, folder: string, network: Network) {
    this.#picket = picket;
    this.sentry = sentry;
    this.device = device;
    this.folder = folder;
    this.network = network;
  }

  start(): void {
    const { clock } = this.#picket;
    const stop = new AbortController();
    const runner = new GatewayRunner(
      new GatewayClient(this.device),
      this.folder,
      {},
      {
        now: () => clock.now(),
        pause: async (millis, signal) => {
          const until = clock.now() + millis;
          while (!signal.aborted && clock.now() < until) await pause(10, signal);
        },
      },
    );
    this.#stop = stop;
    this.#running = runner.run(stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#running;
    this.#stop = null;
  }

  get isRunning(): boolean {
    return this.#stop !== null;
  }

  /** Its own report, as its reporter sends it each minute. */
  async contact(): Promise<void> {
    if (this.isRunning && this.network.isThere) await this.device.report([], false).catch(() => undefined);
  }
}

async function portOf(picket: Picket): Promise<number> {
  const { server } = picket.server.app;
  if (!server.listening) await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
  return (server.address() as AddressInfo).port;
}

export class GatewayWorld extends PolledWorld {
  readonly gateway: TestGateway;

  /** The server itself may connect to no private host. */
  static async openRead(settings: object): Promise<GatewayWorld> {
    const picket = await openPicket();
    onTestFinished(async () => {
      await picket.server.pipeline.integrations.close();
      await picket.close();
    });
    const location = await picket.addLocation('Basel');
    const gateway = await TestGateway.open(picket, location, 'Gateway');
    const body = { name: 'Power', location, readBy: gateway.sentry, ...settings };
    const added = await picket.call<Integration>('POST', '/integrations', { as: picket.admin, body });
    expect(added.body).toMatchObject({ readBy: gateway.sentry });
    gateway.start();
    return new GatewayWorld(picket, location, added.body, gateway);
  }

  private constructor(picket: Picket, location: string, integration: Integration, gateway: TestGateway) {
    super(picket, location, integration);
    this.gateway = gateway;
  }

  override async live(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      await this.gateway.contact();
      await super.live(10);
    }
  }

  /** The readings of a column since the beginning, oldest first, each with its time. */
  async readings(sensorMetricId: string): Promise<readonly (readonly [string, number])[]> {
    const now = this.picket.clock.now();
    const [from, to] = [now - 43_200_000, now + 1000].map((at) => new Date(at).toISOString());
    const query = `from=${from}&to=${to}&sensorMetricId=${sensorMetricId}&points=2000`;
    const { body } = await this.picket.call<ResponseOf<'GET /locations/{guid}/telemetry'>>(
      'GET',
      `/locations/${this.location}/telemetry?${query}`,
      { as: this.picket.admin },
    );
    return body.series.flatMap(({ points }) => points.map(({ at, mean }) => [at, mean] as const));
  }
}
