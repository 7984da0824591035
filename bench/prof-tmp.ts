import { startBenchServer } from './lib/bench-server.ts';
import { addFirstLocation, fillLocations } from './lib/console-store.ts';
const server = await startBenchServer();
const { api, base, databaseUrl, stop } = server;
const { location } = await addFirstLocation(server);
await fillLocations(databaseUrl, location, 1000);
const t: number[] = [];
let r: unknown;
for (let i = 0; i < 40; i++) { const b = performance.now(); r = await api('GET /views/locations', {}); t.push(Math.round(performance.now() - b)); }
console.log('TIMES', t.join(' '), JSON.stringify(r).length);
await stop(); process.exit(0);
