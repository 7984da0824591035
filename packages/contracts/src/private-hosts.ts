/** Private hosts that destinations of a tenant may use. */
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';
import { Text } from './request-texts.ts';

/** A host the operator allows for every tenant (PICKET_OUTBOUND_ALLOWED). */
const InstallationHost = z.object({
  /** A host and a port, such as ntfy:80. */
  address: z.string(),
  /** People may use it for their own destinations; otherwise only administrators of the organization may. */
  forEveryone: z.boolean(),
});

export const OutboundDestination = InstallationHost.extend({
  guid: Guid,
  createdBy: z.string(),
  createdAt: InstantOut,
});

export const OutboundDestinations = z.object({
  items: z.array(OutboundDestination),
  installation: z.array(InstallationHost),
});

export const OutboundDestinationBody = z.strictObject({
  address: Text(300),
  forEveryone: z.boolean().default(false),
});

/** `guid` of the organization, `destination` of the entry. */
export const OutboundDestinationParams = z.strictObject({ guid: Guid, destination: Guid });
