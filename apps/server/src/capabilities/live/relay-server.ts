/** Where other server processes get live pictures: a Unix socket in the data folder, for those of this machine. */
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Platform } from '../../platform/platform.ts';
import type { Picture } from './picture.ts';
import { isRelayValid, RELAY_HEADER } from './relay-auth.ts';
import { sendRelay } from './relay-sender.ts';
import { parseRelayPath, type RelayPath } from './relay-wire.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'live');

/** Short: the address of a Unix socket is limited to about a hundred characters. */
export const relaySocketOf = (dataDir: string, process: string): string =>
  join(folderOf(dataDir), `${process.slice(-12)}.sock`);

/** The picture that this process has the uplink of; null: it has none. */
export type FindPicture = (path: RelayPath) => Picture | null;

export interface RelayServer {
  close(): void;
}

export function openRelayServer(
  { config, keys, clock, log }: Pick<Platform, 'config' | 'keys' | 'clock' | 'log'>,
  process: string,
  find: FindPicture,
): RelayServer {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 4096 });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const path = request.url ?? '';
    const wanted = parseRelayPath(path);
    const isValid = isRelayValid(keys, path, request.headers[RELAY_HEADER], clock.now());
    const picture = wanted !== null && isValid ? find(wanted) : null;
    if (picture === null) {
      socket.end(`HTTP/1.1 ${isValid ? '404 Not Found' : '403 Forbidden'}\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => sendRelay(picture, opened));
  };
  const path = relaySocketOf(config.dataDir, process);
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on('upgrade', upgrade);
  server.on('error', (err) =>
    log.warn({ err, path }, 'processes of this machine cannot get live pictures from this one'),
  );
  mkdirSync(folderOf(config.dataDir), { recursive: true, mode: 0o700 });
  server.listen(path);
  server.unref();
  return {
    close: () => {
      for (const client of sockets.clients) client.terminate();
      server.close();
      rmSync(path, { force: true });
    },
  };
}
