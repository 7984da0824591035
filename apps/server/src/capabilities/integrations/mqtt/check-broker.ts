import type { ResponseOf } from '@picket/contracts/endpoints';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { announcementFilters } from '@picket/devices/read-announcement';
import { cleanText } from '@picket/domain/text';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import type { BrokerSettings } from '../integration-settings.ts';
import { openBrokerClient } from './broker-client.ts';
import { FORMAT_FILTERS } from './format-intake.ts';

const DEADLINE_MS = 12_000;
/** What a broker keeps arrives at once; a bridge that announces later is found later. */
const LISTENING_MS = 1500;
const MAX_TOPICS = 10;

/** Connects once and listens for announcements, and reports of the known formats, for a moment. */
export function checkBroker(
  settings: BrokerSettings,
  allowed: AllowedHosts,
): Promise<ResponseOf<'POST /integrations/test'>> {
  return new Promise((resolve) => {
    const topics: string[] = [];
    let problem: IntegrationProblem = 'UNREACHABLE';
    let isConnected = false;
    let timer: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(timer);
      void client.close().then(() => resolve({ connected: isConnected, ...(isConnected ? {} : { problem }), topics }));
    };
    const client = openBrokerClient(
      settings,
      () => allowed,
      {
        connected: () => {
          isConnected = true;
          clearTimeout(timer);
          timer = setTimeout(finish, LISTENING_MS);
          client.subscribe(announcementFilters(settings.discoveryPrefix), { retained: true });
          client.subscribe(FORMAT_FILTERS, { retained: true, refused: () => {} });
        },
        lost: () => {
          if (!isConnected) finish();
        },
        problem: (found) => {
          if (found === 'SUBSCRIPTION_REFUSED') isConnected = false;
          problem = found;
        },
        message: async ({ topic }) => {
          if (topics.push(cleanText(topic, 200)) === MAX_TOPICS) finish();
        },
      },
      { once: true },
    );
    timer = setTimeout(finish, DEADLINE_MS);
  });
}
