/** What the containers may do, and what they may not. */
import { check } from './checks.ts';
import { containerOf, inside, run } from './compose-project.ts';

/** The server's container: user, file system, programs, capabilities, secrets, ports. */
export function checkServerRights(): void {
  const container = containerOf('server');
  check('it is not root', inside('server', 'id', '-u').stdout.trim() === '1000');
  check(
    'its root is read-only',
    inside('server', 'touch', '/picket/x').status !== 0 && inside('server', 'touch', '/data/x').status === 0,
  );
  check(
    'it holds no tool that builds or installs',
    inside('server', 'sh', '-c', 'command -v npm pnpm yarn gcc make git').stdout.trim() === '',
  );
  check(
    'it has no rights left to give away',
    /CapEff:\s+0+\n/u.test(inside('server', 'cat', '/proc/self/status').stdout),
  );
  const address =
    run('podman', 'inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}', container)
      .trim()
      .split(' ')[0] ?? '';
  const own = (name: string): string => inside(name, 'ls', '/secrets').stdout.trim();
  check(
    'the server has its own secrets alone',
    own('server') === 'database-owner-password\ndatabase-password\nmetrics-token\nmqtt-password',
  );
  check(
    'the database has its own secrets alone',
    own('database') === 'database-admin-password\ndatabase-owner-password\ndatabase-password',
  );
  const open = [
    ...run('nmap', '-Pn', '-p-', '-T4', '--min-rate', '5000', address).matchAll(/^(\d+)\/tcp\s+open/gmu),
  ].map(([, port]) => port);
  check('a scan of all its ports finds one', open.join() === '8080', open.join(', '));
}

/** The server's role, and the database's own settings. */
export function checkDatabaseRights(): void {
  check(
    'its role at the database is no superuser',
    psql(`SELECT rolsuper FROM pg_roles WHERE rolname = 'picket'`) === 'f',
  );
  check('the database finds damaged pages', psql('SHOW data_checksums') === 'on');
}

const psql = (statement: string): string =>
  run(
    'podman',
    'exec',
    '--user',
    '999',
    containerOf('database'),
    'psql',
    '-h',
    '/var/run/postgresql',
    '-U',
    'postgres',
    '-d',
    'picket',
    '-Atc',
    statement,
  ).trim();
