/** The inbox: the alerts of all locations that a person may view. */
import { NOTIFICATION_KIND_NAMES } from '@picket/domain/alert-kinds';
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { z } from 'zod';
import { Alert } from './alerts.ts';
import { Guid, InstantIn, PageQuery, pageOf } from './primitives.ts';
import { Text } from './request-texts.ts';

/** `open`: unacknowledged; `acknowledged`: still open; `past`: cleared or resolved. Withdrawn alerts are in none of them. */
export const INBOX_STATES = ['open', 'acknowledged', 'past'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

const InboxFilter = {
  /** Without it all three, in this order. */
  state: z.enum(INBOX_STATES).optional(),
  /** This severity or a worse one. */
  severity: z.enum(SEVERITY_LABELS).optional(),
  location: Guid.optional(),
  /** Kinds as people choose what they are notified of. */
  kind: z.enum(NOTIFICATION_KIND_NAMES).optional(),
  /** Assigned to the caller, or to nobody. */
  assigned: z.enum(['me', 'none']).optional(),
  /** Part of what it says, or of the name of its policy, location or sentry. */
  search: Text(128).optional(),
  /** Raised at or after, and before. */
  from: InstantIn.optional(),
  to: InstantIn.optional(),
};

export const AlertInboxQuery = PageQuery.extend(InboxFilter);
export const AlertExportQuery = z.strictObject(InboxFilter);

export const AlertInbox = pageOf(Alert).extend({
  /** How many alerts pass the filter apart from its state. Those that are past are not counted. */
  counts: z.object({ open: z.number(), acknowledged: z.number() }),
});

/** Alerts acknowledged by one request. */
export const MAX_ACKNOWLEDGED = 100;

export const AcknowledgeAlertsBody = z.strictObject({
  alerts: z
    .array(Guid)
    .min(1)
    .max(MAX_ACKNOWLEDGED)
    .refine((guids) => new Set(guids).size === guids.length, 'names an alert twice'),
});

export const AcknowledgedAlerts = z.object({
  /** In the order of the request. */
  items: z.array(
    z.discriminatedUnion('result', [
      z.object({ guid: Guid, result: z.literal('ACKNOWLEDGED') }),
      /** Somebody, who may be the caller, was first. */
      z.object({ guid: Guid, result: z.literal('ALREADY_ACKNOWLEDGED'), by: z.string() }),
      /** There is no such alert, or the caller may not view it. */
      z.object({ guid: Guid, result: z.literal('NOT_FOUND') }),
    ]),
  ),
});
