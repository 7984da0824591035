/**
 * Kinds of alerts (specification, section 1). A new one is a row here: what is counted, given a verdict and notified derives from it,
 * and the compiler asks for its label in the console. What raises it is code of the alerts capability.
 */
import { isNameOf, namesOf } from './kind-table.ts';

/** Alert kinds as people choose what they are notified of. */
export const NOTIFICATION_KIND_NAMES = ['POLICY', 'DEVICE', 'PERSON', 'WEATHER', 'POLICY_CHANGE'] as const;

export type NotificationKind = (typeof NOTIFICATION_KIND_NAMES)[number];

export interface AlertKindTraits {
  /**
   * `evaluation`: evaluating policies raises it and clears it. `external`: a device, a person or a service raises it, and it is
   * cleared as one of them says. `edit`: it reports that a policy was edited, is cleared at once, and is not acknowledged, given
   * a verdict or counted.
   */
  readonly origin: 'evaluation' | 'external' | 'edit';
  /** null: who or what raises it decides. */
  readonly severity: number | null;
  /** Readings raised it: a replay of what is stored shows why. */
  readonly hasReadings: boolean;
  readonly notification: NotificationKind;
}

const evaluated = { origin: 'evaluation', severity: null, notification: 'POLICY' } as const;
const external = { origin: 'external', severity: null, hasReadings: false } as const;

export const ALERT_KINDS = {
  ALERT: { ...external, notification: 'DEVICE' },
  /** About silence, which the server measures. */
  POLICY_ALERT: { ...evaluated, hasReadings: false },
  POLICY_ALERT_WITH_READINGS: { ...evaluated, hasReadings: true },
  POLICY_ALERT_WITH_VIDEO: { ...evaluated, hasReadings: true },
  POLICY_ALERT_WITH_SIGNED_VIDEO_URL: { ...evaluated, hasReadings: true },
  WEATHER_ALERT: { ...external, notification: 'WEATHER' },
  GENERIC_ALERT: { ...external, notification: 'PERSON' },
  /** Severity: specification, section 9. */
  POLICY_CHANGE_ALERT: { origin: 'edit', severity: 110, hasReadings: false, notification: 'POLICY_CHANGE' },
} as const satisfies Record<string, AlertKindTraits>;

type AlertKinds = typeof ALERT_KINDS;
export type AlertKind = keyof AlertKinds;

/** The kinds whose rows have these traits. */
type KindsWith<Traits> = { [K in AlertKind]: AlertKinds[K] extends Traits ? K : never }[AlertKind];

/** Kinds that evaluation raises. */
export type EvaluatedAlertKind = KindsWith<{ readonly origin: 'evaluation' }>;
/** Kinds that evaluation neither raises nor clears. */
export type UnevaluatedAlertKind = Exclude<AlertKind, EvaluatedAlertKind>;

export const ALERT_KIND_NAMES = namesOf(ALERT_KINDS);

/** The row, with the traits of any. */
const alertKindTraits = (kind: AlertKind): AlertKindTraits => ALERT_KINDS[kind];

/** Whether alerts of the kind report edits. */
export const isEdit = (kind: AlertKind): boolean => alertKindTraits(kind).origin === 'edit';

/** Whether alerts of the kind are warnings of a weather service. */
export const isWeatherWarning = (kind: AlertKind): boolean => alertKindTraits(kind).notification === 'WEATHER';

const kindsWhere = (fits: (traits: AlertKindTraits) => boolean): readonly AlertKind[] =>
  ALERT_KIND_NAMES.filter((kind) => fits(alertKindTraits(kind)));

export const EVALUATED_KINDS = kindsWhere(({ origin }) => origin === 'evaluation');
export const EDIT_KINDS = kindsWhere(({ origin }) => origin === 'edit');
export const KINDS_WITH_READINGS = kindsWhere(({ hasReadings }) => hasReadings);

/** The kind of alerts about edits of policies. */
export const POLICY_CHANGE_KIND = 'POLICY_CHANGE_ALERT' satisfies AlertKind;
/** The kind of alerts that Picket raises about itself. */
export const SYSTEM_ALERT_KIND = 'GENERIC_ALERT' satisfies AlertKind;

/** The kind of an alert as preferences name it; of a kind this version does not know, that of policy alerts. */
export const notificationKindOf = (alertKind: string): NotificationKind =>
  isNameOf(ALERT_KINDS, alertKind) ? ALERT_KINDS[alertKind].notification : 'POLICY';
