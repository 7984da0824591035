import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWeatherFetch } from './weather-services.ts';

const MEBIBYTE = Buffer.alloc(1_048_576, ' ');

test('a response that is too large is not read to its end', async () => {
  const server = createServer((_request, response) => {
    for (let sent = 0; sent < 33; sent += 1) response.write(MEBIBYTE);
    // Its end never comes.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const bases = { NWS: '', METNO: '' };
  const fetchJson = createWeatherFetch({ weather: { isOn: true, contact: 'test', bases } });
  const { port } = server.address() as AddressInfo;
  await expect(fetchJson(`http://127.0.0.1:${port}/`)).rejects.toThrow('The weather service answered too much');
});
