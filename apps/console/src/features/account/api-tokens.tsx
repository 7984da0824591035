/** API tokens: created with at most the owner's permissions, shown once, revoked immediately. */
import { Button, NumberInput, TextInput } from '@mantine/core';
import type { ApiTokenOut } from '@picket/contracts/types';
import { describePermissions, type Permission } from '@picket/domain/permissions';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { formatAgo, formatUntil } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { usePages } from '../../lib/use-pages.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { withReauthentication } from '../session/index.ts';
import { RoleMatrix, useLocationNames } from '../users/index.ts';

interface Props {
  /** The permissions of the signed-in user; a token cannot have more. */
  readonly held: readonly Permission[];
  /** All tokens of the tenant, for administrators; none are created here. */
  readonly everyone?: boolean;
}

export function ApiTokens({ held, everyone = false }: Props) {
  const query = everyone ? { limit: 50, everyone: 'true' } : { limit: 50 };
  const pages = usePages('GET /api-tokens', { query });
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const revoke = async ({ guid, name }: ApiTokenOut): Promise<void> => {
    try {
      await api('DELETE /api-tokens/{guid}', { params: { guid } });
      showToast('Revoked', `“${name}” no longer works.`);
      await pages.reload();
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="card section" aria-label="API tokens">
      <h2>{everyone ? 'All API tokens' : 'API tokens'}</h2>
      <p className="muted">
        For scripts and other programs: they act on behalf of {everyone ? 'their owner' : 'you'}, with fewer rights.{' '}
        <a href="/api/docs">API reference</a>
      </p>
      {made !== null && (
        <div className="stack-tight" role="status">
          <h3>Your new token</h3>
          <p className="muted small">This is the only time it is shown. Send it as “Authorization: Bearer …”.</p>
          <CopyLine text={made} label="Copy the token" />
          <div>
            <Button onClick={() => setMade(null)}>I have saved it</Button>
          </div>
        </div>
      )}
      {making && (
        <NewToken
          held={held}
          onCancel={() => setMaking(false)}
          onMade={async (token) => {
            setMaking(false);
            setMade(token);
            await pages.reload();
          }}
        />
      )}
      {pages.items === undefined ? (
        <div className="skeleton thin" />
      ) : (
        <TokenList tokens={pages.items} showsOwner={everyone} onRevoke={(token) => void revoke(token)} />
      )}
      <div className="row">
        <ShowMore pages={pages} />
        {!everyone && !making && (
          <Button variant="default" onClick={() => setMaking(true)}>
            Create token
          </Button>
        )}
      </div>
    </section>
  );
}

function TokenList({
  tokens,
  showsOwner,
  onRevoke,
}: {
  readonly tokens: readonly ApiTokenOut[];
  readonly showsOwner: boolean;
  readonly onRevoke: (token: ApiTokenOut) => void;
}) {
  const now = useNow();
  const { nameOf } = useLocationNames();
  if (tokens.length === 0) return <p className="muted">No API tokens.</p>;
  return (
    <ul className="list inner">
      {tokens.map((token) => (
        <li key={token.guid}>
          <div className="main">
            <strong>
              {token.name}
              {showsOwner && <span className="muted"> of {token.user.name}</span>}
            </strong>
            <span className="small">{describePermissions(token.permissions, nameOf).join(' ')}</span>
            <span className="small muted">
              {Date.parse(token.expiresAt) <= now ? 'Expired' : `Expires ${formatUntil(token.expiresAt, now)}`} ·{' '}
              {token.lastUsedAt === undefined
                ? 'never used'
                : `last used ${formatAgo(token.lastUsedAt, now)}${token.lastAddress === undefined ? '' : ` from ${token.lastAddress}`}`}
            </span>
          </div>
          <Button variant="default" onClick={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function NewToken({
  held,
  onMade,
  onCancel,
}: {
  readonly held: readonly Permission[];
  readonly onMade: (token: string) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const [permissions, setPermissions] = useState<readonly Permission[]>([]);
  const { form, busy, problem, submit } = useApiForm({ name: '', days: 90 }, async ({ name, days }) => {
    const body = { name, days: Number(days), permissions: [...permissions] };
    const { token } = await withReauthentication(() => api('POST /api-tokens', { body }));
    await onMade(token);
  });
  return (
    <form
      className="form"
      aria-label="New API token"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label="Name"
        description="What it is for: “Building dashboard”."
        maxLength={128}
        {...form.getInputProps('name')}
        required
      />
      <NumberInput label="Works for" suffix=" days" min={1} max={366} {...form.getInputProps('days')} />
      <RoleMatrix value={permissions} held={held} onChange={setPermissions} />
      <FormProblem problem={problem} fields={Object.keys(form.values)} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={permissions.length === 0}>
          Create token
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
