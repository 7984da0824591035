import { expect, test } from 'vitest';
import { describeTenant } from './brought-back-text.ts';

const rows = { tenant: 1, location: 0 };

test('it is said whether an organization that is back is active', () => {
  const active = describeTenant({ name: 'Acme', rows, state: 'ACTIVE' }, false);
  expect(active).toBe('Acme is back, with 1 rows. Nobody is signed in; passwords are those of then.');
  expect(describeTenant({ name: 'Acme', rows, state: 'REACTIVATED' }, false)).toBe(
    `${active}\nIt was suspended in the restored database, and is active. If it should not be, suspend it again.`,
  );
  expect(describeTenant({ name: 'Acme', rows, state: 'SUSPENDED' }, false)).toContain('\nIt is suspended, as in');
  expect(describeTenant({ name: 'Acme', rows, state: 'REACTIVATED' }, true)).toMatch(
    /\n {2}tenant: 1\nIt was suspended .+ and would be active\..+\nNothing was changed: this was a dry run\.$/u,
  );
});
