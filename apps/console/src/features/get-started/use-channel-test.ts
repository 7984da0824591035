/** Adds a channel of the user and tests it with a message. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { browserName, subscribe, type TestResult } from '../notifications/index.ts';
import { useProfile } from '../session/index.ts';

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
  /** Uses the channel that is there already, so that a second press adds no second one. */
  const add = async (body: NewDestination, isSame: (address: string) => boolean): Promise<Found> => {
    const known = settings?.destinations.find(({ kind, address }) => kind === body.kind && isSame(address));
    const { guid, name } = known ?? (await api('POST /users/my-profile/destinations', { body }));
    return { guid, receiver: name };
  };

  return {
    busy,
    sent,
    problems,
    addPush: () =>
      testChannel('PUSH', async () => {
        const subscribed = settings === undefined ? null : await subscribe(settings.pushKey);
        if (subscribed === null) return null;
        return add({ kind: 'PUSH', name: browserName(t), settings: subscribed }, () => true);
      }),
    testMail: () => testChannel('EMAIL', async () => ({ guid: user, receiver: email })),
    addNtfy: (server, topic) =>
      testChannel('NTFY', () =>
        add({ kind: 'NTFY', name: 'ntfy', settings: { server, topic } }, (address) => address.endsWith(topic)),
      ),
  };
}
