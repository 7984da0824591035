/** The OpenAPI document and its page. What the document says is made of the endpoint table, in the contracts. */
import { buildApiDocument } from '@picket/contracts/document/build-api-document';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** Adds the document below the prefix of the API. It is built when it is first asked for. */
export function serveApiDocument(api: FastifyInstance): void {
  let document: string | null = null;
  api.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(buildApiDocument());
    return reply.type('application/json; charset=utf-8').send(document);
  });
}

export async function installApiPage(app: FastifyInstance): Promise<void> {
  // The page brings its own inline style and script; it alone gets a policy that lets them run.
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      return payload;
    });
    await docs.register(reference, {
      routePrefix: '/api/docs',
      configuration: { url: '/api/v1/openapi.json', withDefaultFonts: false, telemetry: false },
    });
  });
}
