/** ETag and 304 for endpoints with `caching: 'revalidate'`. */
import type { FastifyInstance } from 'fastify';
import { etagOf, matchesEtag } from './etags.ts';

export function installCaching(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = request.routeOptions.config?.endpoint;
    if (endpoint?.caching !== 'revalidate' || typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    const etag = etagOf(payload);
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    const asked = request.headers['if-none-match'];
    if (asked === undefined || !matchesEtag(asked, etag)) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return null;
  });
}
