/** Rows of the endpoint table: the stream of live events. */
import { z } from 'zod';
import type { EndpointRows } from './endpoint.ts';
import { ReportedText } from './request-texts.ts';
import { StreamEvent } from './stream.ts';

export const EVENT_ENDPOINTS = {
  'GET /events': {
    access: 'signed-in',
    tag: 'live',
    summary:
      'Server-sent events of what you may see; resumes with Last-Event-ID, or the same as a parameter; at most 20 streams per user',
    // Of any form: with an id that is none of ours the stream starts again. Ours have at most 1300 characters.
    query: z.object({ lastEventId: ReportedText(2000).optional() }),
    status: 200,
    response: null,
    stream: StreamEvent,
  },
} as const satisfies EndpointRows;
