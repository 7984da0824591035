/**
 * The port at which devices connect to the brokers in Picket. It is open on the server process that has the integrations, and on no other: a
 * device reaches the process that takes its messages, or none.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, Server as SecureServer } from 'node:tls';
import type { Millis } from '@picket/domain/time';
import type { DeviceListenerConfig } from '../../../platform/config/listener-settings.ts';
import type { Platform } from '../../../platform/platform.ts';
import { authenticateClient } from './authenticate-client.ts';
import { ClientConnection } from './client-connection.ts';
import type { HostedBroker } from './hosted-broker.ts';
import { ListenerCertificate } from './listener-certificate.ts';
import { type ConnectRefusal, readConnect, refusalPacket } from './read-connect.ts';

const CONNECT_MS = 10_000;
const MAX_CLIENTS = 1000;
/** Connections that have not identified themselves yet, in all and of one address. */
const MAX_UNKNOWN = 200;
const MAX_UNKNOWN_OF_ADDRESS = 50;
const CERTIFICATE_MS: Millis = 60_000;

export class DeviceListener {
  readonly #platform: Platform;
  readonly #config: DeviceListenerConfig | null;
  readonly #certificate: ListenerCertificate | null;
  readonly #brokers = new Map<string, HostedBroker>();
  readonly #sockets = new Set<Socket>();
  /** The addresses of those that have not identified themselves, by the other end of each. */
  readonly #unknown = new Map<string, string>();
  #server: Server | null = null;
  #certificateReadAt: Millis = Number.NEGATIVE_INFINITY;
  #loggedError = '';

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#config = platform.config.deviceListener;
    const tls = this.#config?.tls ?? null;
    this.#certificate = tls === null ? null : new ListenerCertificate(tls);
  }

  get isListening(): boolean {
    return this.#server?.listening === true;
  }

  add(integration: string, broker: HostedBroker): void {
    this.#brokers.set(integration, broker);
  }

  remove(integration: string): void {
    this.#brokers.delete(integration);
  }

  /** Listens, where that is wanted, and uses a certificate that was renewed. Never rejects: what is wrong is logged, and tried again. */
  async open(): Promise<void> {
    if (this.#config === null) return;
    try {
      if (this.#server === null) await this.#listen(this.#config);
      else this.#renewCertificate(this.#server);
      this.#loggedError = '';
    } catch (err) {
      const text = String(err);
      if (text !== this.#loggedError)
        this.#platform.log.error({ err }, 'devices cannot connect, or the certificate of their port cannot be renewed');
      this.#loggedError = text;
    }
  }

  async #listen({ host, port }: DeviceListenerConfig): Promise<void> {
    const server = this.#createServer();
    server.maxConnections = MAX_CLIENTS + MAX_UNKNOWN;
    // Not by way of the process that started this one: another would share the port.
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.on('error', (err) => this.#platform.log.warn({ err }, 'a device could not connect'));
    this.#server = server;
  }

  #createServer(): Server {
    if (this.#certificate === null)
      return createServer((socket) => {
        if (this.#admit(socket)) this.#identify(socket);
      });
    this.#certificateReadAt = this.#platform.clock.now();
    const context = this.#certificate.readAll();
    const options = { ...context, handshakeTimeout: CONNECT_MS };
    const server = createSecureServer(options, (socket) => this.#identify(socket));
    // Before the handshake, which needs no password and may take ten seconds.
    server.on('connection', (socket) => this.#admit(socket));
    return server;
  }

  #renewCertificate(server: Server): void {
    const now = this.#platform.clock.now();
    const isDue = now - this.#certificateReadAt >= CERTIFICATE_MS || now < this.#certificateReadAt;
    if (this.#certificate === null || !(server instanceof SecureServer) || !isDue) return;
    this.#certificateReadAt = now;
    const changed = this.#certificate.readChanged();
    if (changed !== null) server.setSecureContext(changed);
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Counts a connection, or ends it where there are too many that have not identified themselves. */
  #admit(socket: Socket): boolean {
    const [address, end] = [addressOf(socket), endOf(socket)];
    this.#sockets.add(socket);
    // An error is followed by 'close', which is what counts.
    socket.on('error', () => {});
    const isAdmitted = this.#hasRoomFor(address);
    if (isAdmitted) this.#unknown.set(end, address);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (isAdmitted) this.#unknown.delete(end);
    });
    if (!isAdmitted) socket.destroy();
    return isAdmitted;
  }

  #identify(socket: Socket): void {
    socket.on('error', () => {});
    this.#connect(socket, addressOf(socket)).catch((err: unknown) => {
      this.#platform.log.warn({ err }, 'a device could not be connected');
      refuse(socket, 'UNAVAILABLE', undefined);
    });
  }

  #hasRoomFor(address: string): boolean {
    const ofAddress = [...this.#unknown.values()].filter((one) => one === address).length;
    return this.#unknown.size < MAX_UNKNOWN && ofAddress < MAX_UNKNOWN_OF_ADDRESS;
  }

  async #connect(socket: Socket, address: string): Promise<void> {
    const connect = await readConnect(socket, CONNECT_MS);
    if (connect === null) {
      socket.destroy();
      return;
    }
    const { protocolVersion } = connect;
    const account = await authenticateClient(this.#platform, connect, address);
    const broker = this.#brokers.get(account.guid ?? '') ?? null;
    const now = this.#platform.clock.now();
    if (account.refusal !== null) {
      if (account.refusal === 'WRONG_PASSWORD') broker?.clients.refused('WRONG_PASSWORD', address, now);
      return refuse(socket, account.refusal, protocolVersion);
    }
    if (broker === null) return refuse(socket, 'UNAVAILABLE', protocolVersion);
    if (protocolVersion === 5) {
      broker.clients.refused('MQTT_5', address, now);
      return refuse(socket, 'VERSION', protocolVersion);
    }
    if (broker.clients.isFull || this.#size() >= MAX_CLIENTS) {
      broker.clients.refused('CLIENT_LIMIT', address, now);
      return refuse(socket, 'UNAVAILABLE', protocolVersion);
    }
    this.#unknown.delete(endOf(socket));
    if (!socket.destroyed) broker.accept(socket, new ClientConnection(account.passwordHash, address));
  }

  #size(): number {
    return [...this.#brokers.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:(?=\d+\.)/u, '');

/** The same for a connection before and after its handshake. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Sends the response of MQTT, and closes. */
function refuse(socket: Socket, refusal: ConnectRefusal, version: number | undefined): void {
  socket.end(refusalPacket(refusal, version), () => socket.destroy());
}
