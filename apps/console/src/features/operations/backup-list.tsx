/** The backups of the installation. */
import { Button, Progress } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { api, refresh } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { statedProblemText } from '../../lib/stated-problem-text.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

const MAX_SHOWN = 8;

type Backups = ResponseOf<'GET /operations'>['backups'];
type Backup = Backups['items'][number];

/** Lists the backups and starts one. */
export function BackupList({ backups }: { readonly backups: Backups }) {
  const t = useText();
  const { everyHours, items, running } = backups;
  const startBackup = useSubmit(async () => {
    await api('POST /backups', {});
    await refresh('GET /operations');
  });
  return (
    <section className="card section" id="backups" aria-label={t('operations.backups.title')}>
      <div className="row">
        <h2>{t('operations.backups.title')}</h2>
        <BackupState backups={backups} />
        <span className="grow" />
        <Button
          variant="default"
          loading={startBackup.busy}
          disabled={running !== undefined}
          onClick={() => void startBackup.submit()}
        >
          {t('operations.backups.start')}
        </Button>
      </div>
      <p className="muted">
        {everyHours === undefined ? t('operations.backups.none') : t('operations.backups.every', { hours: everyHours })}
      </p>
      <Storage backups={backups} />
      {running !== undefined && <RunningBackup share={running} />}
      <FormProblem problem={startBackup.problem} />
      {items.length === 0 && running === undefined && (
        <p className="muted">
          {t(everyHours === undefined ? 'operations.backups.noneUnscheduled' : 'operations.backups.noneYet')}
        </p>
      )}
      {items.length > 0 && (
        <ul className="list">
          {items.slice(0, MAX_SHOWN).map((backup) => (
            <BackupLine key={backup.name} backup={backup} />
          ))}
        </ul>
      )}
      {items.length > MAX_SHOWN && (
        <p className="small muted">{t('operations.backups.older', { count: items.length - MAX_SHOWN })}</p>
      )}
      <p className="small muted">{t.rich('operations.backups.verify', { code: (text) => <code>{text}</code> })}</p>
    </section>
  );
}

function BackupState({ backups: { problem, items } }: { readonly backups: Backups }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const [newest] = items;
  if (problem !== undefined) return <StateBadge state="warning" label={statedProblemText(t, formats, problem)} />;
  if (newest === undefined) return null;
  return <StateBadge state="ok" label={t('operations.card.lastBackup', { ago: formats.ago(newest.madeAt, now) })} />;
}

/** Where backups are kept, and the fingerprint that proves their origin. */
function Storage({ backups: { folder, fingerprint, items } }: { readonly backups: Backups }) {
  const t = useText();
  const isEncrypted = items[0]?.encrypted === true;
  return (
    <>
      <p className="muted">
        {t.rich(isEncrypted ? 'operations.backups.contents' : 'operations.backups.contentsUnencrypted', {
          folder,
          code: (text) => <code>{text}</code>,
        })}
      </p>
      <p className="small muted">
        {t.rich('operations.backups.fingerprint', { fingerprint, code: (text) => <code>{text}</code> })}
      </p>
    </>
  );
}

function RunningBackup({ share }: { readonly share: number }) {
  const t = useText();
  return (
    <div className="stack-tight" role="status">
      <span className="small">{t('operations.backups.running', { percent: Math.round(share * 100) })}</span>
      <Progress value={Math.max(2, share * 100)} aria-label={t('operations.backups.label')} />
    </div>
  );
}

const protectionOf = ({ authenticated, encrypted }: Backup) => {
  if (authenticated) return encrypted ? 'encrypted' : 'plain';
  return encrypted ? 'foreignEncrypted' : 'foreignPlain';
};

function BackupLine({ backup }: { readonly backup: Backup }) {
  const t = useText();
  const formats = useFormats();
  const { name, madeAt, rows, bytes, tookSeconds } = backup;
  return (
    <li>
      <span className="main">
        <strong className="num">{formats.dateTimeWithSeconds(madeAt)}</strong>
        <span className="small muted num">{name}</span>
        <span className="small muted">{t(`operations.backups.${protectionOf(backup)}`)}</span>
      </span>
      <span className="side small muted num">
        {t('operations.backups.facts', { rows, size: formats.bytes(bytes), seconds: formats.number(tookSeconds, 1) })}
      </span>
    </li>
  );
}
