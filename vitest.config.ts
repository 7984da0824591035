import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/*.test.ts', 'apps/console/src/**/*.test.ts', 'apps/sentry/src/**/*.test.ts'],
        },
      },
    ],
  },
});
