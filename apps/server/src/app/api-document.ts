/** The OpenAPI document and its page. What the document says is made of the endpoint table, in the contracts. */
import Fastify, { type FastifyInstance } from 'fastify';

const PAGE = '/api/docs';

/** Adds the document below the prefix of the API. It is built when it is first asked for. */
export function serveApiDocument(api: FastifyInstance): void {
  let document: string | null = null;
  api.get('/openapi.json', async (_request, reply) => {
    const { buildApiDocument } = await import('@picket/contracts/document/build-api-document');
    document ??= JSON.stringify(buildApiDocument());
    return reply.type('application/json; charset=utf-8').send(document);
  });
}

/** The page as an application of its own: its program is 4 MB, which stay out of memory until somebody looks at it. */
async function openPage(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(reference, {
    routePrefix: PAGE,
    configuration: { url: '/api/v1/openapi.json', withDefaultFonts: false, telemetry: false },
  });
  await page.ready();
  return page;
}

/** The headers of the page that are passed on; where it redirects to as well. */
const PASSED = ['content-type', 'location'] as const;

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
    let page: Promise<FastifyInstance> | null = null;
    for (const path of [PAGE, `${PAGE}/`, `${PAGE}/js/scalar.js`])
      docs.get(path, async (request, reply) => {
        page ??= openPage();
        const shown = await (await page).inject({ method: 'GET', url: request.url });
        for (const name of PASSED) reply.header(name, shown.headers[name]);
        return reply.code(shown.statusCode).send(shown.rawPayload);
      });
  });
}
