/** Files of the console whose texts are not in the catalogs yet, and screens that are too long or fetch by themselves. */
export const PENDING_TEXTS = {
  'texts-of-the-console-are-in-catalogs': [
    // features/sensors
    'apps/console/src/features/sensors/pairing-toast.tsx',
    // features/sentries
    'apps/console/src/features/sentries/activation-code.tsx',
    // features/sentries/setup
    'apps/console/src/features/sentries/setup/setup-progress.tsx',
    // lib
    'apps/console/src/lib/format-relative-time.ts',
  ],
  'every-text-is-used': ['apps/console/src/locales/en/common.ts: common.download'],
  'screens-have-at-most-120-lines': [
  ],
  'screens-fetch-nothing': [
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
