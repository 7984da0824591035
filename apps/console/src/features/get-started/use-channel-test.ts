/** Adds a channel of the user and tests it with a message. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { browserName, subscribe, type TestResult } from '../notifications/index.ts';
import { useProfile } from '../session/index.ts';
import { knownNtfy } from './known-ntfy.ts';

const KEY = 'GET /users/my-profile/notifications';

type Kind = 'PUSH' | 'EMAIL' | 'NTFY';
type Found = Pick<SentTest, 'guid' | 'receiver'>;
type NewDestination = BodyOf<'POST /users/my-profile/destinations'>;

export interface SentTest {
  readonly kind: Kind;
  readonly guid: string;
  readonly receiver: string;
  readonly result: TestResult;
}

export interface ChannelTest {
  /** The channel that is being tested. */
  readonly busy: Kind | null;
  /** What came of the last test, until the user has confirmed that it arrived. */
  readonly sent: SentTest | null;
  /** Why a test did not arrive. */
  readonly problems: Readonly<Partial<Record<Kind, string>>>;
  readonly addPush: () => Promise<void>;
  readonly testMail: () => Promise<void>;
  readonly addNtfy: (server: string, topic: string) => Promise<void>;
}

const explain = (t: Translator, error: unknown): string =>
  error instanceof DOMException ? t('getstarted.pushFailed') : problemText(error);

export function useChannelTest(): ChannelTest {
  const t = useText();
  const { guid: user, email } = useProfile();
  const { data: settings } = useApi(KEY, {}, { revalidateOnFocus: false });
  const [busy, setBusy] = useState<Kind | null>(null);
  const [sent, setSent] = useState<SentTest | null>(null);
  const [problems, setProblems] = useState<Partial<Record<Kind, string>>>({});

  /** The servers of the channels of ntfy that were added here, by guid. */
  const [servers, setServers] = useState<Readonly<Record<string, string>>>({});

  const testChannel = async (kind: Kind, findDestination: () => Promise<Found | null>): Promise<void> => {
    setBusy(kind);
    setSent(null);
    setProblems(({ [kind]: _, ...others }) => others);
    try {
      const found = await findDestination();
      if (found === null) return;
      const { guid } = found;
      const result = await api('POST /users/my-profile/destinations/{guid}/test', { params: { guid } });
      setSent({ kind, ...found, result });
    } catch (error) {
      setProblems((before) => ({ ...before, [kind]: explain(t, error) }));
    } finally {
      setBusy(null);
      await refresh(KEY);
    }
  };
  const add = async (body: NewDestination): Promise<Found> => {
    const { guid, name } = await api('POST /users/my-profile/destinations', { body });
    return { guid, receiver: name };
  };
  /** Uses the channel that is there already, so that a second press adds no second one. */
  const findNtfy = async (server: string, topic: string): Promise<Found> => {
    const known = knownNtfy(settings?.destinations ?? [], servers, { kind: 'NTFY', server, topic });
    if (known !== undefined) return { guid: known.guid, receiver: known.name };
    const added = await add({ kind: 'NTFY', name: 'ntfy', settings: { server, topic } });
    setServers((before) => ({ ...before, [added.guid]: server }));
    return added;
  };

  return {
    busy,
    sent,
    problems,
    addPush: () =>
      testChannel('PUSH', async () => {
        const subscribed = settings === undefined ? null : await subscribe(settings.pushKey);
        if (subscribed === null) return null;
        // A channel to push to may be another device; the server knows this browser again.
        return add({ kind: 'PUSH', name: browserName(t), settings: subscribed });
      }),
    testMail: () => testChannel('EMAIL', async () => ({ guid: user, receiver: email })),
    addNtfy: (server, topic) => testChannel('NTFY', () => findNtfy(server, topic)),
  };
}
