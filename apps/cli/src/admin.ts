/** picket admin reset-password|remove-second-factor <e-mail>: account recovery, run on the machine itself. */

import { AppError, removeMfaByEmail, resetPasswordByEmail } from '@picket/server/commands';
import { openLocalPlatform } from './local-platform.ts';
import { askPassword } from './terminal/ask-password.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [command, email] = process.argv.slice(2);
if (email === undefined) fail('Name what to do and for whom: picket admin --help.');

const { platform, close } = await openLocalPlatform('silent').catch((error: Error) => fail(error.message));
try {
  if (command === 'remove-second-factor') {
    const count = await removeMfaByEmail(platform, email);
    process.stderr.write(
      count === 0
        ? `${email} has no second factor.\n`
        : `${email} signs in with the password alone; set up a new one.\n`,
    );
  } else {
    const password = await askPassword(`New password of ${email}`);
    const { accounts: count, revokedApiTokens } = await resetPasswordByEmail(platform, email, password);
    process.stderr.write(
      count === 0
        ? `Nobody signs in as ${email}.\n`
        : `${email} can sign in with the new password. Every session was ended, and ${revokedApiTokens === 1 ? 'one API token was' : `${revokedApiTokens} API tokens were`} revoked.\n`,
    );
    if (count === 0) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.errors[0]?.message ?? error.message}\n`);
  process.exitCode = 1;
} finally {
  await close();
}
// The embedded database's process is not ours to wait for.
process.exit();
