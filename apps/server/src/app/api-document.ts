/** The OpenAPI document and its page, derived from the endpoint table through the routes' schemas. */
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

export async function installApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Picket', description: 'Watches rooms where nobody is.', version: '1' },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'picket_session' },
          device: { type: 'http', scheme: 'bearer' },
          token: { type: 'http', scheme: 'bearer', description: 'An API token (picket_…)' },
        },
      },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const transformed = jsonSchemaTransform({ schema, url, route, ...rest });
      const endpoint = route.config?.endpoint;
      if (endpoint === undefined || endpoint.access === 'public') return transformed;
      const isPersonal = endpoint.access === 'session' || endpoint.requiresReauthentication === true;
      const security =
        endpoint.access === 'sentry' ? [{ device: [] }] : [{ session: [] }, ...(isPersonal ? [] : [{ token: [] }])];
      return { ...transformed, schema: { ...transformed.schema, security } };
    },
  });
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
