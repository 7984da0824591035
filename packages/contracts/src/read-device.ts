/** A device that a gateway reads: how the server and the gateway name it to each other. */
import { z } from 'zod';
import { Guid } from './primitives.ts';
import { Text } from './request-texts.ts';

/** Of a request: an adopted device of an integration that this gateway reads. */
export const ReadDevice = z.strictObject({ integration: Guid, identity: Text(1000) });
export type ReadDevice = z.output<typeof ReadDevice>;
