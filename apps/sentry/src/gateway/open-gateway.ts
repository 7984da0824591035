import type { DeviceClient } from '../device-client.ts';

/** Reads the sources of this gateway until `signal` is aborted, and says on the terminal what changes. */
export async function openGateway(client: DeviceClient, folder: string, signal: AbortSignal): Promise<void> {
  // What speaks to sources is loaded for gateways alone.
  const { GatewayClient } = await import('./gateway-client.ts');
  const { GatewayRunner } = await import('./gateway-runner.ts');
  let isFailing = false;
  const runner = new GatewayRunner(new GatewayClient(client), folder, {
    reading: (sources) => process.stderr.write(`Reading ${sources} ${sources === 1 ? 'source' : 'sources'}.\n`),
    sent: ({ rejected }) => {
      isFailing = false;
      if (rejected > 0) process.stderr.write(`The server rejected ${rejected} observations.\n`);
    },
    failed: (message) => {
      if (!isFailing) process.stderr.write(`${message}; keeping observations on disk.\n`);
      isFailing = true;
    },
    dropped: ({ reports }) =>
      process.stderr.write(`The disk space for observations is used up; dropped since the start: ${reports} files.\n`),
  });
  await runner.run(signal);
}
