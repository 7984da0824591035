/** Forms (application/x-www-form-urlencoded), for the rows of the endpoint table with a `dialect` that has them. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { readBody } from './json-bodies.ts';

/** 415 for every other row; 413 beyond the limit of the route, before and after inflation. */
export function installFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.dialect === undefined) {
      done(new AppError('mediaType'));
      return;
    }
    readBody(request, payload, request.routeOptions.bodyLimit).then(
      (body) => done(null, parseForm(body.toString('utf8'))),
      (error: Error) => done(error),
    );
  });
}

/** A field that is sent more than once is a list, as in the query of an address. */
function parseForm(text: string): Readonly<Record<string, string | readonly string[]>> {
  const fields = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [first = '', ...others] = fields.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}
