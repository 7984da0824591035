import { Button, Progress } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { api, refresh } from '../../lib/api.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatAgo, formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

const MAX_SHOWN = 8;

/** Lists the backups and starts one. */
export function BackupList({
  backups,
  now,
}: {
  readonly backups: ResponseOf<'GET /operations'>['backups'];
  readonly now: number;
}) {
  const { everyHours, fingerprint, folder, items, running, problem } = backups;
  const startBackup = useSubmit(async () => {
    await api('POST /backups', {});
    await refresh('GET /operations');
  });
  const [newest] = items;
  return (
    <section className="card section" id="backups" aria-label="Backups">
      <div className="row">
        <h2>Backups</h2>
        {problem !== undefined ? (
          <StateBadge state="warning" label={problem} />
        ) : (
          newest !== undefined && <StateBadge state="ok" label={`Last backup ${formatAgo(newest.madeAt, now)}`} />
        )}
        <span className="grow" />
        <Button
          variant="default"
          loading={startBackup.busy}
          disabled={running !== undefined}
          onClick={() => void startBackup.submit()}
        >
          Back up now
        </Button>
      </div>
      <p className="muted">
        {everyHours === undefined
          ? 'No backups are scheduled.'
          : `A backup is made every ${everyHours === 1 ? 'hour' : `${everyHours} hours`}.`}{' '}
        Each backup contains all data and the keys: keep a copy on another machine
        {newest?.encrypted === true ? '' : ', protected as well as this one'}. They are stored in <code>{folder}</code>.
      </p>
      <p className="small muted">
        To verify a backup on a new machine, keep this fingerprint elsewhere: <code>{fingerprint}</code>
      </p>
      {running !== undefined && (
        <div className="stack-tight" role="status">
          <span className="small">Backup in progress, {Math.round(running * 100)} %</span>
          <Progress value={Math.max(2, running * 100)} aria-label="Backup" />
        </div>
      )}
      <FormProblem problem={startBackup.problem} />
      {items.length === 0 && running === undefined && (
        <p className="muted">No backups yet. The first one is made an hour after the start.</p>
      )}
      {items.length > 0 && (
        <ul className="list">
          {items.slice(0, MAX_SHOWN).map((backup) => (
            <li key={backup.name}>
              <span className="main">
                <strong className="num">{formatViewerDateTime(backup.madeAt)}</strong>
                <span className="small muted num">{backup.name}</span>
                <span className="small muted">
                  {backup.authenticated ? 'Authenticated' : 'Not authenticated by this installation'} ·{' '}
                  {backup.encrypted ? 'encrypted' : 'not encrypted'}
                </span>
              </span>
              <span className="side small muted num">
                {backup.rows.toLocaleString()} rows · {formatBytes(backup.bytes)} · {backup.tookSeconds.toFixed(1)} s
              </span>
            </li>
          ))}
        </ul>
      )}
      {items.length > MAX_SHOWN && <p className="small muted">and {items.length - MAX_SHOWN} older ones</p>}
      <p className="small muted">
        <code>npm run restore -- --verify</code> on the machine restores the newest backup into a temporary database and
        checks it.
      </p>
    </section>
  );
}
