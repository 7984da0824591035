import { check } from './checks.ts';
import { inside } from './compose-project.ts';

/** The commands an operator runs in the container. */
export function checkCommands(): void {
  const backup = inside('server', 'picket', 'backup');
  check('a backup is made', backup.status === 0, backup.stderr.trim().split('\n').at(-1) ?? '');
  const verified = inside('server', 'picket', 'verify');
  check(
    'and verifies',
    verified.status === 0 && verified.stderr.includes('The backup is good.'),
    verified.stderr.trim().split('\n').at(-1) ?? '',
  );
  const checked = inside('server', 'picket', 'fsck');
  check('every integrity check passes', checked.status === 0, checked.stderr.trim().split('\n').at(-1) ?? '');
}
