/** picket fsck: whether what is stored can be true, at one instant, while Picket serves or not. Changes nothing. */
import { checkIntegrity, openObjectStore } from '@picket/server/commands';
import { openLocalPlatform } from './local-platform.ts';
import { formatIntegrity } from './terminal/format-integrity.ts';
import { createProgress } from './terminal/progress-bar.ts';

const { platform, close } = await openLocalPlatform('error').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const progress = createProgress();
try {
  const objects = openObjectStore(platform.config.clips.place);
  const report = await checkIntegrity(
    platform,
    ({ done, of, checking }) => progress.show(done / of, checking),
    objects,
  );
  progress.end(formatIntegrity(report));
  if (report.violations.length > 0) process.exitCode = 1;
} finally {
  await close();
}
// The embedded database's process is not ours to wait for.
process.exit();
