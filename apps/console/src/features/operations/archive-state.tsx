/** The archive of the database: which instants can be restored, and whether anything keeps it from growing. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useNow } from '../../lib/now.ts';
import { statedProblemText } from '../../lib/stated-problem-text.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { commandInstant } from './archive-commands.ts';
import { BringBackCommands } from './bring-back-commands.tsx';
import { RecoveryChecks } from './recovery-checks.tsx';

type Archive = NonNullable<ResponseOf<'GET /operations'>['archive']>;
type Kept = NonNullable<Archive['kept']>;

interface ArchiveStateProps {
  /** undefined: the database archives nothing. */
  readonly archive: Archive | undefined;
  readonly checks: ResponseOf<'GET /operations'>['recoveryChecks'];
}

export function ArchiveState({ archive, checks }: ArchiveStateProps) {
  const t = useText();
  return (
    <section className="card section" id="archive" aria-label={t('operations.archive.title')}>
      <div className="row">
        <h2>{t('operations.archive.title')}</h2>
        {archive !== undefined && <ArchiveBadge archive={archive} />}
      </div>
      {archive === undefined && <p className="muted">{t('operations.archive.off')}</p>}
      {archive !== undefined && <ArchiveFacts archive={archive} />}
      {checks !== undefined && <RecoveryChecks checks={checks} />}
    </section>
  );
}

function ArchiveBadge({ archive: { problem, lastArchivedAt } }: { readonly archive: Archive }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (problem !== undefined) return <StateBadge state="warning" label={statedProblemText(t, formats, problem)} />;
  if (lastArchivedAt === undefined) return null;
  return <StateBadge state="ok" label={t('operations.archive.last', { ago: formats.ago(lastArchivedAt, now) })} />;
}

function ArchiveFacts({ archive: { kept, lastArchivedAt, walBytes } }: { readonly archive: Archive }) {
  const t = useText();
  const formats = useFormats();
  return (
    <>
      {kept === undefined ? <p className="muted">{t('operations.archive.elsewhere')}</p> : <KeptArchive kept={kept} />}
      {lastArchivedAt === undefined && <p className="muted">{t('operations.archive.nothingYet')}</p>}
      {walBytes !== undefined && (
        <p className="small muted num">{t('operations.archive.waiting', { size: formats.bytes(walBytes) })}</p>
      )}
      {(kept === undefined || kept.spans.length > 0) && <BringBackCommands instant={kept?.spans.at(-1)?.to} />}
    </>
  );
}

function KeptArchive({ kept }: { readonly kept: Kept }) {
  const t = useText();
  const formats = useFormats();
  const { folder, days, bytes, maxBytes, bases, newestBaseAt, spans } = kept;
  const newest = spans.at(-1);
  return (
    <>
      {spans.length === 0 && <p className="muted">{t('operations.archive.noSpan')}</p>}
      {spans.length > 0 && (
        <ul className="list">
          {spans.map(({ from, to }) => (
            <li key={from}>
              <span className="main num">
                {t('operations.archive.span', {
                  from: formats.dateTimeWithSeconds(from),
                  to: formats.dateTimeWithSeconds(to),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="muted">
        {t.rich('operations.archive.kept', {
          days,
          folder,
          size: formats.bytes(bytes),
          limit: formats.bytes(maxBytes),
          code: (text) => <code>{text}</code>,
        })}
      </p>
      {newestBaseAt !== undefined && (
        <p className="small muted num">
          {t('operations.archive.bases', { count: bases, newest: formats.dateTimeWithSeconds(newestBaseAt) })}
        </p>
      )}
      {newest !== undefined && (
        <p className="small muted">
          {t.rich('operations.archive.restore', {
            instant: commandInstant(newest.to),
            code: (text) => <code>{text}</code>,
          })}
        </p>
      )}
    </>
  );
}
