/** What a mail server did for a test mail, a line each. Pure. */
import type { MailStage } from '@picket/domain/mail-servers';
import type { Formats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';

export interface StageFacts {
  /** mail.example.org:587 */
  readonly host?: string;
  readonly user?: string;
  readonly response: string;
}

interface StageLine {
  readonly stage: MailStage;
  readonly text: string;
  readonly duration: string;
}

/** 840 ms, or 1.4 s. */
export const durationText = (t: Translator, formats: Formats, milliseconds: number): string =>
  milliseconds < 1000
    ? t('notifications.milliseconds', { count: milliseconds })
    : t('notifications.seconds', { count: formats.number(milliseconds / 1000, 1) });

function stageText(t: Translator, stage: MailStage, { host, user, response }: StageFacts): string {
  if (stage === 'CONNECTED' && host !== undefined) return t('notifications.stage.connectedTo', { host });
  if (stage === 'SIGNED_IN' && user !== undefined) return t('notifications.stage.signedInAs', { user });
  return t(`notifications.stage.${stage}`, { response });
}

export const stageTexts = (
  t: Translator,
  formats: Formats,
  stages: readonly { readonly stage: MailStage; readonly milliseconds: number }[],
  facts: StageFacts,
): readonly StageLine[] =>
  stages.map(({ stage, milliseconds }) => ({
    stage,
    text: stageText(t, stage, facts),
    duration: durationText(t, formats, milliseconds),
  }));
