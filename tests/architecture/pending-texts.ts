/** Files of the console whose texts are not in the catalogs yet, and screens that are too long or fetch by themselves. */
export const PENDING_TEXTS = {
  'texts-of-the-console-are-in-catalogs': [
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
    // features/sensors
    'apps/console/src/features/sensors/pairing-toast.tsx',
    // features/sentries
    'apps/console/src/features/sentries/activation-code.tsx',
    // features/sentries/setup
    'apps/console/src/features/sentries/setup/setup-progress.tsx',
    // lib
    'apps/console/src/lib/format-relative-time.ts',
    // screens/alerts
    'apps/console/src/screens/alerts/alert-action.tsx',
    'apps/console/src/screens/alerts/alert.tsx',
  ],
  'screens-have-at-most-120-lines': [
    // screens/alerts
    'apps/console/src/screens/alerts/alert-action.tsx',
    'apps/console/src/screens/alerts/alert.tsx',
  ],
  'screens-fetch-nothing': [
    // screens/alerts
    'apps/console/src/screens/alerts/alert-action.tsx',
    'apps/console/src/screens/alerts/alert.tsx',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
