/** picket admin reset-password|remove-second-factor <e-mail>: account recovery, run on the machine itself. */

import { AppError, removeMfaByEmail, resetPasswordByEmail } from '@picket/server/commands';
import { openLocalPlatform } from './local-platform.ts';
import { askPassword } from './terminal/ask-password.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function endUnknown(address: string): void {
  process.stderr.write(`Nobody signs in as ${address}.\n`);
  process.exitCode = 1;
}

const [command, email] = process.argv.slice(2);
if (email === undefined) fail('Name what to do and for whom: picket admin --help.');

const { platform, close } = await openLocalPlatform('silent').catch((error: Error) => fail(error.message));
try {
  if (command === 'remove-second-factor') {
    const { accounts, changed } = await removeMfaByEmail(platform, email);
    if (accounts === 0) endUnknown(email);
    else
      process.stderr.write(
        changed === 0
          ? `${email} has no second factor.\n`
          : `${email} signs in with the password alone; set up a new one.\n`,
      );
  } else {
    const password = await askPassword(`New password of ${email}`);
    const { accounts, revokedApiTokens } = await resetPasswordByEmail(platform, email, password);
    if (accounts === 0) endUnknown(email);
    else
      process.stderr.write(
        `${email} can sign in with the new password. Every session was ended, and ${revokedApiTokens === 1 ? 'one API token was' : `${revokedApiTokens} API tokens were`} revoked.\n`,
      );
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
