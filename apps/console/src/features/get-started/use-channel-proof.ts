/** Adds a channel of the user and proves it with a test message. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { showToast } from '../../ui/toasts.ts';
import { browserName, subscribe } from '../notifications/index.ts';
import { useProfile } from '../session/index.ts';
import { refreshGetStarted } from './use-get-started.ts';

const KEY = 'GET /users/my-profile/notifications';

type Kind = 'PUSH' | 'EMAIL' | 'NTFY';
type NewDestination = BodyOf<'POST /users/my-profile/destinations'>;

export interface ChannelProof {
  /** The channel that is being tested. */
  readonly busy: Kind | null;
  /** Why a test did not arrive. */
  readonly problems: Readonly<Partial<Record<Kind, string>>>;
  readonly addPush: () => Promise<void>;
  readonly testMail: () => Promise<void>;
  readonly addNtfy: (server: string, topic: string) => Promise<void>;
}

class NotDelivered extends Error {}

async function sendTest(t: Translator, guid: string): Promise<void> {
  const { delivered, response } = await api('POST /users/my-profile/destinations/{guid}/test', { params: { guid } });
  if (!delivered) throw new NotDelivered(t('getstarted.notDelivered', { response }));
}

const explain = (t: Translator, error: unknown): string => {
  if (error instanceof NotDelivered) return error.message;
  if (error instanceof DOMException) return t('getstarted.pushFailed');
  return problemText(error);
};

export function useChannelProof(): ChannelProof {
  const t = useText();
  const { guid: user } = useProfile();
  const { data: settings } = useApi(KEY, {}, { revalidateOnFocus: false });
  const [busy, setBusy] = useState<Kind | null>(null);
  const [problems, setProblems] = useState<Partial<Record<Kind, string>>>({});

  const prove = async (kind: Kind, findDestination: () => Promise<string | null>): Promise<void> => {
    setBusy(kind);
    setProblems(({ [kind]: _, ...others }) => others);
    try {
      const guid = await findDestination();
      if (guid === null) return;
      await sendTest(t, guid);
      showToast(t('getstarted.delivered'), t('getstarted.deliveredText'));
      await refreshGetStarted();
    } catch (error) {
      setProblems((before) => ({ ...before, [kind]: explain(t, error) }));
    } finally {
      setBusy(null);
      await refresh(KEY);
    }
  };
  /** Uses the channel that is there already, so that a second press adds no second one. */
  const add = async (body: NewDestination, isSame: (address: string) => boolean): Promise<string> => {
    const known = settings?.destinations.find(({ kind, address }) => kind === body.kind && isSame(address));
    return known?.guid ?? (await api('POST /users/my-profile/destinations', { body })).guid;
  };

  return {
    busy,
    problems,
    addPush: () =>
      prove('PUSH', async () => {
        const subscribed = settings === undefined ? null : await subscribe(settings.pushKey);
        if (subscribed === null) return null;
        return add({ kind: 'PUSH', name: browserName(t), settings: subscribed }, () => true);
      }),
    testMail: () => prove('EMAIL', async () => user),
    addNtfy: (server, topic) =>
      prove('NTFY', () =>
        add({ kind: 'NTFY', name: 'ntfy', settings: { server, topic } }, (address) => address.endsWith(topic)),
      ),
  };
}
