/** Who did something, in the language of the reader, where no person's name says it. */
import {
  type BrowserIdentity,
  DELETED_RECIPIENT,
  linkRecipientOf,
  SYSTEM_ACTORS,
  type SystemActor,
} from '@picket/domain/actors';
import { namesOf } from '@picket/domain/kind-table';
import type { SharedTexts } from './shared-texts.ts';

/** "Firefox on Linux" */
export function browserText(t: SharedTexts, { name, system }: BrowserIdentity): string {
  if (system === undefined) return name ?? t('actors.browserUnknown');
  return name === undefined
    ? t('actors.browserUnknownOn', { system })
    : t('actors.browserOn', { browser: name, system });
}

const systemActorOf = (name: string): SystemActor | undefined =>
  namesOf(SYSTEM_ACTORS).find((one) => SYSTEM_ACTORS[one] === name);

/** The actor of an audit entry: a person's name stays. */
export function actorText(t: SharedTexts, { kind, name }: { readonly kind: string; readonly name: string }): string {
  if (kind !== 'SYSTEM') return name;
  const recipient = linkRecipientOf(name);
  if (recipient !== null) return t('actors.linkSentTo', { name: recipient });
  const actor = systemActorOf(name);
  return actor === undefined ? name : t(`actors.${actor}`);
}

/** The recipient of a notification, as it is stored or after it is gone. */
export const recipientText = (t: SharedTexts, name: string): string =>
  name === DELETED_RECIPIENT ? t('actors.deletedRecipient') : name;
