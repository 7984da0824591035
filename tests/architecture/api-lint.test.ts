/** The API document is a valid one that generators of clients and pages accept, and every part of it is described. */
import { buildApiDocument } from '@picket/contracts/document/build-api-document';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

const document = buildApiDocument();

/** Problems as the linter reports them, warnings as well. */
async function lint(source: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // Each operation lists the errors that it has; some of those without credentials have none of the caller.
      'operation-4xx-response': 'off',
      // What succeeds as a WebSocket is answered with 101.
      'operation-2xx-response': 'off',
      // What is reached from the extensions for MQTT and for events is used.
      'no-unused-components': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(source), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}

test('the linter finds nothing', async () => {
  expect(await lint(document)).toEqual([]);
});

test('a deliberate violation is caught', async () => {
  const paths = { ...document.paths, '/api/v1/health': { get: { responses: {} } } };
  expect(await lint({ ...document, paths })).toEqual(
    expect.arrayContaining([expect.stringContaining('operation-summary')]),
  );
});

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
}

test('every operation says more than its summary, and every tag is described', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as Operation[];
  expect(operations.filter(({ description = '' }) => description.length < 15)).toEqual([]);
  expect(operations.filter(({ summary, description }) => description === summary)).toEqual([]);
  const tags = new Set(document.tags.map(({ name }) => name));
  expect([...new Set(operations.flatMap((one) => one.tags))].filter((tag) => !tags.has(tag))).toEqual([]);
});
