/** What is run on the machine to bring back what was deleted or edited by mistake: a restored database is not opened from a browser. */
import { useText } from '../../lib/texts.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { restoredFolder } from './archive-commands.ts';

const KINDS = ['tenant', 'location', 'policy'] as const;

interface BringBackCommandsProps {
  /** The newest instant that can be restored; undefined: another program keeps the archive. */
  readonly instant: string | undefined;
}

export function BringBackCommands({ instant }: BringBackCommandsProps) {
  const t = useText();
  const from = instant === undefined ? 'postgres://…' : restoredFolder(instant);
  return (
    <>
      <h3>{t('operations.bringBack.title')}</h3>
      <p className="small muted">{t.rich('operations.bringBack.how', { code: (text) => <code>{text}</code> })}</p>
      {KINDS.map((kind) => (
        <div key={kind}>
          <p className="small">{t(`operations.bringBack.${kind}`)}</p>
          <CopyLine
            text={t(`operations.bringBack.command.${kind}`, { from })}
            label={t(`operations.bringBack.copy.${kind}`)}
          />
        </div>
      ))}
    </>
  );
}
