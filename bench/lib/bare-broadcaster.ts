/** The floor of the relay, as a process of its own: what arrives at /uplink/n goes to all sockets of /view/n, by `ws` alone. */
import { type WebSocket, WebSocketServer } from 'ws';

const viewers = new Map<string, Set<WebSocket>>();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });

const viewersOf = (camera: string): Set<WebSocket> => {
  const known = viewers.get(camera) ?? new Set<WebSocket>();
  viewers.set(camera, known);
  return known;
};

server.on('connection', (socket, { url = '' }) => {
  const [, role, camera = ''] = url.split('/');
  const others = viewersOf(camera);
  socket.on('error', () => socket.terminate());
  if (role === 'view') {
    others.add(socket);
    socket.on('close', () => others.delete(socket));
  } else
    socket.on('message', (data, isBinary) => {
      for (const viewer of others) viewer.send(data, { binary: isBinary });
    });
});
server.on('listening', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ port: address?.port });
});
process.on('disconnect', () => process.exit(0));
