/** The wire's shapes by name, for code that handles them rather than parses them. */
import type { z } from 'zod';
import type { ApiTokenOut as ApiToken, LinkSent, Mfa, Profile, SessionOut, User } from './accounts.ts';
import type { AdminOverview } from './admin-overview.ts';
import type { AlertEvidence } from './alert-evidence.ts';
import type { Alert, AlertDetail, AlertStep } from './alerts.ts';
import type { Asset } from './assets.ts';
import type { AuditEntry, AuditProblem } from './audit.ts';
import type { CameraMask, LocationCamera, SentryCamera } from './cameras.ts';
import type { AlertVideo, Clip, ClipHold, TenantVideo, VideoRetention } from './clips.ts';
import type { GetStarted, Setup } from './get-started-list.ts';
import type { Activity, Annotations, Calendar, Frame, SearchResults } from './history.ts';
import type { LocationPage } from './location-page-parts.ts';
import type { Location } from './locations.ts';
import type { NetworkReport, SentryNetwork } from './network.ts';
import type {
  ActionLink,
  AlertDelivery,
  Destination,
  MaintenanceWindow,
  MessageOut as Message,
  NotificationPreview,
  NotificationSettings,
  NotificationRulesOut as RulesOut,
} from './notifications.ts';
import type { Announcement } from './operations.ts';
import type {
  Backtest,
  EffectivePolicy,
  Override,
  Policy,
  PolicyChange,
  PolicyVersion,
  PolicyWarning,
  SavedOverride,
  SavedPolicy,
  StoredOverride,
} from './policies.ts';
import type {
  EditPreview,
  PolicyCard,
  PolicyEdit,
  Simulation,
  TuningSuggestions,
  ZonePreview,
} from './policy-insight.ts';
import type { OutboundDestination } from './private-hosts.ts';
import type { FluidSensor, SensorSetting } from './sensors.ts';
import type { MqttAccess, Sentry } from './sentries.ts';
import type { LatestReading, Retention, TelemetrySeries } from './telemetry.ts';
import type { OwnTenant, Tenant } from './tenants.ts';
import type { LocationCard } from './views.ts';
import type { TaggingZone, Zone } from './zones.ts';

export type ProfileOut = z.output<typeof Profile>;
export type GetStartedOut = z.output<typeof GetStarted>;
export type SetupOut = z.output<typeof Setup>;
export type LocationPageOut = z.output<typeof LocationPage>;
export type LocationReadingOut = LocationPageOut['readings'][number];
export type LocationOut = z.output<typeof Location>;
export type MqttAccessOut = z.output<typeof MqttAccess>;
export type SentryOut = z.output<typeof Sentry>;
export type PolicyOut = z.output<typeof Policy>;
export type AlertOut = z.output<typeof Alert>;
export type AlertDetailOut = z.output<typeof AlertDetail>;
export type AlertEvidenceOut = z.output<typeof AlertEvidence>;
export type AlertStepOut = z.output<typeof AlertStep>;
export type LatestReadingOut = z.output<typeof LatestReading>;
export type TelemetrySeriesOut = z.output<typeof TelemetrySeries>;
export type LocationCardOut = z.output<typeof LocationCard>;
export type PolicyVersionOut = z.output<typeof PolicyVersion>;
export type PolicyWarningOut = z.output<typeof PolicyWarning>;
export type SavedPolicyOut = z.output<typeof SavedPolicy>;
export type SavedOverrideOut = z.output<typeof SavedOverride>;
export type PolicyChangeOut = z.output<typeof PolicyChange>;
export type OverrideOut = z.output<typeof Override>;
export type StoredOverrideOut = z.output<typeof StoredOverride>;
export type EffectivePolicyOut = z.output<typeof EffectivePolicy>;
export type ZoneOut = z.output<typeof Zone>;
export type FluidSensorOut = z.output<typeof FluidSensor>;
export type SensorSettingOut = z.output<typeof SensorSetting>;
export type SentLinkOut = z.output<typeof LinkSent>;
export type UserOut = z.output<typeof User>;
export type SessionInfo = z.output<typeof SessionOut>;
export type MfaOut = z.output<typeof Mfa>;
export type ApiTokenOut = z.output<typeof ApiToken>;
export type TenantOut = z.output<typeof Tenant>;
export type RetentionOut = z.output<typeof Retention>;
export type AdminOverviewOut = z.output<typeof AdminOverview>;
export type OwnTenantOut = z.output<typeof OwnTenant>;
export type AuditEntryOut = z.output<typeof AuditEntry>;
export type AuditProblemOut = z.output<typeof AuditProblem>;
export type AssetOut = z.output<typeof Asset>;
export type AnnotationsOut = z.output<typeof Annotations>;
export type ActivityOut = z.output<typeof Activity>;
export type CalendarOut = z.output<typeof Calendar>;
export type FrameOut = z.output<typeof Frame>;
export type SearchResultOut = z.output<typeof SearchResults>['items'][number];
export type SentryNetworkOut = z.output<typeof SentryNetwork>;
export type NetworkReportIn = z.input<typeof NetworkReport>;
export type AnnouncementOut = z.output<typeof Announcement>;
export type BacktestOut = z.output<typeof Backtest>;
export type EditPreviewOut = z.output<typeof EditPreview>;
export type TuningSuggestionsOut = z.output<typeof TuningSuggestions>;
export type PolicyCardOut = z.output<typeof PolicyCard>;
export type PolicyEditOut = z.output<typeof PolicyEdit>;
export type SimulationOut = z.output<typeof Simulation>;
export type ZonePreviewOut = z.output<typeof ZonePreview>;
export type TaggingZoneOut = z.output<typeof TaggingZone>;
export type AlertVideoOut = z.output<typeof AlertVideo>;
export type ClipOut = z.output<typeof Clip>;
export type ClipHoldOut = z.output<typeof ClipHold>;
export type TenantVideoOut = z.output<typeof TenantVideo>;
export type VideoRetentionOut = z.output<typeof VideoRetention>;
export type AlertDeliveryOut = z.output<typeof AlertDelivery>;
export type DestinationOut = z.output<typeof Destination>;
export type NotificationPreviewOut = z.output<typeof NotificationPreview>;
export type ActionLinkOut = z.output<typeof ActionLink>;
export type MaintenanceWindowOut = z.output<typeof MaintenanceWindow>;
export type MessageOut = z.output<typeof Message>;
export type NotificationRulesOut = z.output<typeof RulesOut>;
export type NotificationSettingsOut = z.output<typeof NotificationSettings>;
export type OutboundDestinationOut = z.output<typeof OutboundDestination>;
export type LocationCameraOut = z.output<typeof LocationCamera>;
export type SentryCameraOut = z.output<typeof SentryCamera>;
export type CameraMaskOut = z.output<typeof CameraMask>;
