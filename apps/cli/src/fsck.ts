/** picket fsck: whether what is stored can be true, at one instant, while Picket serves or not. Changes nothing. */
import { CHECK_COUNT, fsck, openObjectStore } from '@picket/server/commands';
import { openLocalPlatform } from './local-platform.ts';
import { formatViolations } from './terminal/format-violations.ts';
import { createProgress } from './terminal/progress-bar.ts';

const { platform, close } = await openLocalPlatform('error').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const progress = createProgress();
try {
  const objects = openObjectStore(platform.config.clips.place);
  const violations = await fsck(platform, ({ done, of, checking }) => progress.show(done / of, checking), objects);
  progress.end(formatViolations(violations, CHECK_COUNT));
  if (violations.length > 0) process.exitCode = 1;
} finally {
  await close();
}
// The embedded database's process is not ours to wait for.
process.exit();
