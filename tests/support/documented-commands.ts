/** Commands of README and guides that are not run where they stand, each with the test that runs the same, or the reason why none does. */
export const COVERED_ELSEWHERE: Readonly<Record<string, string>> = {
  'npm start': 'run below, from the guide Install',
  'npm run check': 'is what runs this file’s neighbors; it would run itself',
  'npm test': 'is what runs this file',
  'npm run test:deep': 'runs this file as well',
  'npm run sentry -- --code ABCD2345': 'run below',
  'npm run sentry -- --code ABCD2345 --scenario heat-up': 'run below',
  'npm run sentry -- --code ABCD2345 --replay readings.csv --speed full': 'tests/processes/replay.test.ts',
  'npm run sentry -- --help': 'run below',
  'docker compose up -d': 'needs Docker: npm run check:image runs it',
  'npm run dev': 'tests/processes/dev.test.ts',
  'docker compose exec server picket --help': 'needs Docker: npm run check:image runs it',
  './picket --help': 'run below',
  './picket import picket-readings.csv': 'apps/server/test/import.test.ts',
  './picket import room.csv --sentry "Rack 4" --utc --map temperature_c=environment_temperature.value':
    'apps/server/test/import.test.ts',
  'WEBHOOK_SECRET=whsec_… node receiver.mjs': 'run below, with the secret of a webhook',
};
