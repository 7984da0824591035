import { signIn } from './check-product.ts';
import { check, until } from './checks.ts';
import { ADMINISTRATOR, BASE, bringUp, buildPicket, compose, env, execIn, isHealthy } from './compose-project.ts';

const picket = (...args: readonly string[]) => execIn('server', ['picket', ...args]);
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** The commands an operator runs in the container, as docs/operations.md has them. */
export function checkCommands(): void {
  const help = picket('--help');
  check('picket lists its commands', help.status === 0 && help.stdout.includes('support-bundle'));
  check('what is no command ends with 2', picket('nope').status === 2);
  const version = picket('--version');
  check(
    'picket says its version',
    version.status === 0 && /\d+\.\d+\.\d+/u.test(version.stdout),
    version.stdout.trim(),
  );
  const backup = picket('backup');
  check('a backup is made', backup.status === 0, lastLine(backup.stderr));
  const verified = picket('verify');
  check(
    'and verifies',
    verified.status === 0 && verified.stderr.includes('The backup is good.'),
    lastLine(verified.stderr),
  );
  const checked = picket('fsck');
  check('every integrity check passes', checked.status === 0, lastLine(checked.stderr));
  const bundle = picket('support-bundle', '-');
  check('a support bundle is made', bundle.status === 0 && !bundle.stderr.includes('Without'), lastLine(bundle.stderr));
  const reset = execIn(
    'server',
    ['picket', 'admin', 'reset-password', ADMINISTRATOR.email],
    `${ADMINISTRATOR.password}\n`,
  );
  check('a password is reset by what is piped in', reset.status === 0, lastLine(reset.stderr));
  const sbom = execIn('server', ['cat', '/picket/sbom.cdx.json']);
  check('the image has its software bill of materials', sbom.stdout.includes('"bomFormat": "CycloneDX"'));
}

/** The procedure of docs/operations.md, "Restore with Docker Compose". */
export async function checkRestore(alert: string | undefined): Promise<void> {
  compose('stop', 'server');
  const renamed = execIn('database', [
    ...['psql', '--username', 'postgres', '--command', 'ALTER DATABASE picket RENAME TO picket_before'],
  ]);
  check('what is there is kept under another name', renamed.status === 0, lastLine(renamed.stderr));
  const made = execIn('database', ['sh', '/docker-entrypoint-initdb.d/create-role.sh']);
  check('an empty database takes its place', made.status === 0, lastLine(made.stderr));
  compose('run', '--rm', '-T', 'server', 'picket', 'restore');
  await bringUp();
  await isHealthy();
  const { items } = await (await signIn())('GET /alerts', { query: { state: 'OPEN' } });
  check('after a restore everything is there', items[0]?.guid === alert);
}

/** What `docker compose up -d --build` does once the code is another: it is built, and takes the place of the one that ran. */
export async function checkUpgrade(): Promise<void> {
  env.PICKET_COMMIT = 'upgraded';
  buildPicket(env.PICKET_COMMIT);
  await bringUp();
  const commit = await until(async () => {
    const version = (await (await fetch(`${BASE}/api/v1/version`)).json()) as { commit?: string };
    return version.commit === 'upgraded' ? version.commit : null;
  }, 120);
  check('after an upgrade the new version serves', commit === 'upgraded');
  check('and is healthy', (await isHealthy()) === true);
}
