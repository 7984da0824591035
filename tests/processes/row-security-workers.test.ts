/** Several server processes where row-level security cannot be put in force: the first decides and logs it, all of them know why. */
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseWithoutRoles } from '../support/database-without-roles.ts';
import { signedIn } from '../support/screen-world.ts';
import { startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

test('workers say what the first process found', async () => {
  const database = await createDatabaseWithoutRoles();
  onTestFinished(() => database.drop());
  const logged: string[] = [];
  const server = await startServer(database.servingUrl, {
    env: {
      PICKET_OWNER_DATABASE_URL: database.ownerUrl,
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
      PICKET_WORKERS: '2',
    },
    onLog: (text) => logged.push(text),
  });
  onTestFinished(() => server.stop());
  const api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  expect((await api('GET /operations', {})).rowSecurity).toBe('NO_ROLES');
  const metrics = await (await fetch(`${server.base}/internal/metrics`)).text();
  expect(metrics).toMatch(/^picket_row_security 0$/mu);
  const lines = logged.join('').split('\n');
  expect(lines.filter((line) => line.includes('row-level security is not in force'))).toHaveLength(1);
});
