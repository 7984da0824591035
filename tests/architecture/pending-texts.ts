/** Files of the console whose texts are not in the catalogs yet, and screens that are too long or fetch by themselves. */
export const PENDING_TEXTS = {
  'texts-of-the-console-are-in-catalogs': [
    // features/account
    'apps/console/src/features/account/api-tokens.tsx',
    'apps/console/src/features/account/my-sessions.tsx',
    'apps/console/src/features/account/second-factor.tsx',
    'apps/console/src/features/account/session-list.tsx',
    // features/alerts
    'apps/console/src/features/alerts/acknowledge-button.tsx',
    'apps/console/src/features/alerts/alert-comments.tsx',
    'apps/console/src/features/alerts/alert-graph.tsx',
    'apps/console/src/features/alerts/alert-reasons.tsx',
    'apps/console/src/features/alerts/alert-text.ts',
    'apps/console/src/features/alerts/alert-verdict.tsx',
    'apps/console/src/features/alerts/open-alert-list.tsx',
    'apps/console/src/features/alerts/policy-change-details.tsx',
    'apps/console/src/features/alerts/recent-edits.tsx',
    'apps/console/src/features/alerts/resolve-button.tsx',
    'apps/console/src/features/alerts/step-text.ts',
    // features/announcements
    'apps/console/src/features/announcements/feedback-dialog.tsx',
    'apps/console/src/features/announcements/use-announcement.tsx',
    // features/assets
    'apps/console/src/features/assets/place-picker.tsx',
    // features/audit
    'apps/console/src/features/audit/audit-changes.ts',
    'apps/console/src/features/audit/audit-row.tsx',
    // features/locations
    'apps/console/src/features/locations/location-card.tsx',
    'apps/console/src/features/locations/location-map.tsx',
    // features/operations
    'apps/console/src/features/operations/admin-cards.tsx',
    'apps/console/src/features/operations/announcement-board.tsx',
    'apps/console/src/features/operations/backup-list.tsx',
    'apps/console/src/features/operations/downtime-plan.tsx',
    'apps/console/src/features/operations/feedback-list.tsx',
    'apps/console/src/features/operations/heartbeat.tsx',
    'apps/console/src/features/operations/mail-server-form.tsx',
    'apps/console/src/features/operations/mail-server-settings.tsx',
    'apps/console/src/features/operations/open-points.tsx',
    'apps/console/src/features/operations/service-notice.tsx',
    'apps/console/src/features/operations/service-state.tsx',
    // features/palette
    'apps/console/src/features/palette/command-palette.tsx',
    // features/sensors
    'apps/console/src/features/sensors/pairing-toast.tsx',
    // features/sentries
    'apps/console/src/features/sentries/activation-code.tsx',
    // features/sentries/setup
    'apps/console/src/features/sentries/setup/setup-progress.tsx',
    // features/users
    'apps/console/src/features/users/link-sent.tsx',
    'apps/console/src/features/users/role-matrix.tsx',
    'apps/console/src/features/users/use-location-names.ts',
    'apps/console/src/features/users/user-form.tsx',
    'apps/console/src/features/users/user-state.tsx',
    // features/zones
    'apps/console/src/features/zones/base-zone-form.tsx',
    'apps/console/src/features/zones/delete-tagging.tsx',
    'apps/console/src/features/zones/delete-zone.tsx',
    'apps/console/src/features/zones/grid-editor.tsx',
    'apps/console/src/features/zones/grid-tools.tsx',
    'apps/console/src/features/zones/tagging-form.tsx',
    'apps/console/src/features/zones/use-base-zone-form.ts',
    'apps/console/src/features/zones/use-tagging-form.ts',
    'apps/console/src/features/zones/zone-drawing.tsx',
    'apps/console/src/features/zones/zone-legend.tsx',
    'apps/console/src/features/zones/zone-preview.tsx',
    'apps/console/src/features/zones/zone-save-bar.tsx',
    // lib
    'apps/console/src/lib/format-relative-time.ts',
    // screens/admin
    'apps/console/src/screens/admin/admin.tsx',
    'apps/console/src/screens/admin/create-tenant.tsx',
    'apps/console/src/screens/admin/create-user.tsx',
    'apps/console/src/screens/admin/fleet.tsx',
    'apps/console/src/screens/admin/logs.tsx',
    'apps/console/src/screens/admin/mail-server.tsx',
    'apps/console/src/screens/admin/operations.tsx',
    'apps/console/src/screens/admin/outbound-hosts.tsx',
    'apps/console/src/screens/admin/retention.tsx',
    'apps/console/src/screens/admin/tenant-setup.tsx',
    'apps/console/src/screens/admin/tenants.tsx',
    'apps/console/src/screens/admin/usage.tsx',
    'apps/console/src/screens/admin/user.tsx',
    'apps/console/src/screens/admin/users.tsx',
    // screens/alerts
    'apps/console/src/screens/alerts/alert-action.tsx',
    'apps/console/src/screens/alerts/alert.tsx',
    // screens/locations
    'apps/console/src/screens/locations/locations.tsx',
    'apps/console/src/screens/locations/tagging-zone.tsx',
    'apps/console/src/screens/locations/wall-display.tsx',
    'apps/console/src/screens/locations/zone-base.tsx',
    'apps/console/src/screens/locations/zones.tsx',
    // screens/profile
    'apps/console/src/screens/profile/profile.tsx',
  ],
  'every-text-is-used': ['apps/console/src/locales/en/common.ts: common.download'],
  'screens-have-at-most-120-lines': [
    // screens/admin
    'apps/console/src/screens/admin/fleet.tsx',
    'apps/console/src/screens/admin/logs.tsx',
    'apps/console/src/screens/admin/outbound-hosts.tsx',
    'apps/console/src/screens/admin/retention.tsx',
    'apps/console/src/screens/admin/tenant-setup.tsx',
    'apps/console/src/screens/admin/tenants.tsx',
    'apps/console/src/screens/admin/usage.tsx',
    'apps/console/src/screens/admin/user.tsx',
    // screens/alerts
    'apps/console/src/screens/alerts/alert-action.tsx',
    'apps/console/src/screens/alerts/alert.tsx',
    // screens/locations
    'apps/console/src/screens/locations/locations.tsx',
    'apps/console/src/screens/locations/wall-display.tsx',
    'apps/console/src/screens/locations/zones.tsx',
    // screens/profile
    'apps/console/src/screens/profile/profile.tsx',
  ],
  'screens-fetch-nothing': [
    // screens/admin
    'apps/console/src/screens/admin/create-tenant.tsx',
    'apps/console/src/screens/admin/fleet.tsx',
    'apps/console/src/screens/admin/logs.tsx',
    'apps/console/src/screens/admin/operations.tsx',
    'apps/console/src/screens/admin/outbound-hosts.tsx',
    'apps/console/src/screens/admin/retention.tsx',
    'apps/console/src/screens/admin/tenant-setup.tsx',
    'apps/console/src/screens/admin/tenants.tsx',
    'apps/console/src/screens/admin/usage.tsx',
    'apps/console/src/screens/admin/user.tsx',
    'apps/console/src/screens/admin/users.tsx',
    // screens/alerts
    'apps/console/src/screens/alerts/alert-action.tsx',
    'apps/console/src/screens/alerts/alert.tsx',
    // screens/locations
    'apps/console/src/screens/locations/locations.tsx',
    'apps/console/src/screens/locations/tagging-zone.tsx',
    'apps/console/src/screens/locations/wall-display.tsx',
    'apps/console/src/screens/locations/zone-base.tsx',
    'apps/console/src/screens/locations/zones.tsx',
    // screens/profile
    'apps/console/src/screens/profile/profile.tsx',
    // screens/service
    'apps/console/src/screens/service/version.tsx',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
