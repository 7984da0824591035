/** Digests come from a registry or not at all: a small one here, which wants a token and does not know every image. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { imagesInCompose, parseImageName } from './image-digests.ts';

const SCRIPT = fileURLToPath(new URL('pin-images.ts', import.meta.url));
const DIGEST = `sha256:${'ab'.repeat(32)}`;

async function startRegistry(): Promise<{ readonly host: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { host } = request.headers;
    const url = new URL(request.url ?? '/', `http://${host}`);
    asked.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/token') {
      response.end(JSON.stringify({ token: `for ${url.searchParams.get('scope')}` }));
    } else if (request.headers.authorization !== 'Bearer for repository:shop/broker:pull') {
      const scope = 'repository:shop/broker:pull';
      response.setHeader('www-authenticate', `Bearer realm="http://${host}/token",service="registry",scope="${scope}"`);
      response.writeHead(401).end();
    } else if (url.pathname === '/v2/shop/broker/manifests/2.0.1') {
      response.setHeader('docker-content-digest', DIGEST);
      response.writeHead(200).end();
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Where the second Dockerfile is. */
function addPatroni(folder: string): string {
  const path = join(folder, 'deploy/patroni');
  mkdirSync(path, { recursive: true });
  return path;
}

const run = (folder: string): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, folder], (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout }),
    );
  });

test('what a registry knows is pinned, behind its tag; what it does not know stays, and is named', async () => {
  const { host, asked } = await startRegistry();
  const folder = mkdtempSync(join(tmpdir(), 'picket-pins-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const compose = (broker: string): string => `# A comment that stays.
services:
  own: { build: ., image: ${host}/shop/own:1.0.0 }
  broker:
    image: ${broker} # and this one
  other:
    image: "${host}/shop/other:3.1.4"
`;
  const file = join(folder, 'docker-compose.yml');
  writeFileSync(file, compose(`${host}/shop/broker:2.0.1`));
  writeFileSync(join(folder, 'Dockerfile'), `FROM ${host}/shop/broker:2.0.1 AS build\nFROM scratch\n`);
  const second = join(addPatroni(folder), 'Dockerfile');
  writeFileSync(second, `FROM ${host}/shop/broker:2.0.1\n`);
  const first = await run(folder);
  expect(first).toMatchObject({ code: 1, output: expect.stringContaining(`${host}/shop/other:3.1.4 stays as it is`) });
  expect(readFileSync(file, 'utf8')).toBe(compose(`${host}/shop/broker:2.0.1@${DIGEST}`));
  expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe(
    `FROM ${host}/shop/broker:2.0.1@${DIGEST} AS build\nFROM scratch\n`,
  );
  expect(readFileSync(second, 'utf8')).toBe(`FROM ${host}/shop/broker:2.0.1@${DIGEST}\n`);
  expect(asked.join()).not.toContain('shop/own');

  // A tag that moved is followed; one that did not stays.
  writeFileSync(file, compose(`${host}/shop/broker:2.0.1@sha256:${'0'.repeat(64)}`));
  await run(folder);
  expect(readFileSync(file, 'utf8')).toBe(compose(`${host}/shop/broker:2.0.1@${DIGEST}`));
});

test('where no registry answers, nothing is written', async () => {
  const { host } = await startRegistry();
  const folder = mkdtempSync(join(tmpdir(), 'picket-pins-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = `services:\n  broker:\n    image: ${host.replace(/\d+$/u, '1')}/shop/broker:2.0.1\n`;
  writeFileSync(join(folder, 'docker-compose.yml'), text);
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\n');
  writeFileSync(join(addPatroni(folder), 'Dockerfile'), 'FROM scratch\n');
  expect(await run(folder)).toMatchObject({ code: 1, output: expect.stringContaining('stays as it is') });
  expect(readFileSync(join(folder, 'docker-compose.yml'), 'utf8')).toBe(text);
});

test('names without a registry are of the public one', () => {
  expect(parseImageName('postgres:18.3')).toEqual({
    host: 'docker.io',
    path: 'library/postgres',
    tag: '18.3',
    tagged: 'postgres:18.3',
  });
  expect(parseImageName(`grafana/grafana:12.4.0@${DIGEST}`)).toMatchObject({
    host: 'docker.io',
    path: 'grafana/grafana',
    tagged: 'grafana/grafana:12.4.0',
  });
  expect(parseImageName('scratch')).toBe(null);
});

test('the shipped compose file names images to pin', () => {
  const file = readFileSync(fileURLToPath(new URL('../docker-compose.yml', import.meta.url)), 'utf8');
  const names = imagesInCompose(file).map(({ text }) => parseImageName(text)?.path);
  expect(names).toContain('library/postgres');
  expect(names).not.toContain('library/picket');
  expect(names.length).toBe(6);
});
