/** Bodies that a handler reads as a stream: files that are uploaded, of the media type that the row of the endpoint names. */
import type { Readable } from 'node:stream';
import { ENDPOINT_KEYS, ENDPOINT_TABLE } from '@picket/contracts/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const MEDIA_TYPES = [...new Set(ENDPOINT_KEYS.flatMap((key) => ENDPOINT_TABLE[key].upload ?? []))];

/** Nothing is read here: what a refused request sends waits at its connection. */
export function installUploadBodies(app: FastifyInstance): void {
  if (MEDIA_TYPES.length === 0) return;
  app.addContentTypeParser(MEDIA_TYPES, (request, payload, done) => {
    const { endpoint } = request.routeOptions.config;
    const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (endpoint?.upload === undefined || endpoint.upload !== mediaType) done(new AppError('mediaType'));
    else if (request.headers['content-encoding'] !== undefined)
      done(new AppError('mediaType', { message: 'an upload is sent without content-encoding' }));
    else done(null, payload);
  });
}

/** The body of an upload. Throws a 415 where it was sent as anything else. Guarantee: the parser above passed it on. */
export function uploadOf({ body, raw }: FastifyRequest): Readable {
  if (body !== raw) throw new AppError('mediaType');
  return raw;
}
