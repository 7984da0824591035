/** Ports between alerts and notifications; connected in app/wire-pipeline.ts. */
import type { AlertDeliveryOut, AlertVideoOut } from '@picket/contracts/types';
import type { Sql } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** An alert of an organization. */
export interface AlertKey {
  readonly tenant: string;
  readonly guid: string;
}

export interface AlertChanged {
  readonly tenant: string;
  readonly alert: string;
  readonly change: 'RAISED' | 'CLEARED' | 'UPDATED';
  /** The person whose edit the alert reports: their own console does not announce it. */
  readonly by?: string;
  /** What became of its video, which was waited for: a clip is ready, or none will come. */
  readonly video?: VideoOutcome;
}

type VideoOutcome = 'READY' | 'NONE';

/** The same change of several alerts. */
export const changesOf = (alerts: readonly AlertKey[], change: AlertChanged['change']): readonly AlertChanged[] =>
  alerts.map(({ tenant, guid }) => ({ tenant, alert: guid, change }));

/** The same of alerts of one organization. */
export const changesIn = (
  tenant: string,
  alerts: readonly string[],
  change: AlertChanged['change'],
): readonly AlertChanged[] => alerts.map((alert) => ({ tenant, alert, change }));

/** The video of several alerts was waited for, and that is over. */
export const videoChangesOf = (alerts: readonly AlertKey[], video: VideoOutcome): readonly AlertChanged[] =>
  alerts.map(({ tenant, guid }) => ({ tenant, alert: guid, change: 'UPDATED', video }));

/** The same of alerts of one organization. */
export const videoChangesIn = (
  tenant: string,
  alerts: readonly string[],
  video: VideoOutcome,
): readonly AlertChanged[] => alerts.map((alert) => ({ tenant, alert, change: 'UPDATED', video }));

/** What alerts query from notifications. */
export interface NotificationQueries {
  /** Deliveries of an alert. The responses of receivers are visible to administrators and to the recipient. */
  listDeliveries(
    sql: Sql,
    tenant: string,
    alert: string,
    viewer: { readonly guid: string; readonly isAdmin: boolean },
  ): Promise<readonly AlertDeliveryOut[]>;
  /** Minutes without activity after which an acknowledgement expires. */
  getAcknowledgementMinutes(sql: Sql, tenant: string): Promise<number>;
}

/** What alerts query from clips. */
export interface VideoQueries {
  /** The video of an alert; null: its violation asks for none. */
  getAlertVideo(ctx: Ctx<UserActor>, alert: string): Promise<AlertVideoOut | null>;
}

/** Runs in the transaction that made the changes. */
export type OnAlertsChanged = (sql: Sql, changed: readonly AlertChanged[]) => Promise<void>;

/** Who acts: a person, or an unnamed reader of a channel of the organization (guid null). */
export interface AlertActor {
  readonly guid: string | null;
  readonly name: string;
}
