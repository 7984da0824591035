import { MadeAccount } from './made-account.tsx';
import { MadeAddress } from './made-address.tsx';
import type { MadeSecret } from './use-integrations.ts';

interface Props {
  readonly secret: MadeSecret;
  readonly onDone: () => void;
}

/** What was made with an integration, and is shown once. */
export function MadeSecretPanel({ secret, onDone }: Props) {
  return secret.kind === 'WEBHOOK' ? (
    <MadeAddress address={secret.hookAddress} onDone={onDone} />
  ) : (
    <MadeAccount account={secret} onDone={onDone} />
  );
}
