import type { BrokerSettings } from '@picket/contracts/connected-settings';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { FORMAT_FILTERS } from '@picket/devices/formats/known-formats';
import { announcementFilters } from '@picket/devices/read-announcement';
import { cleanText } from '@picket/domain/text';
import type { SourceNetwork } from '../source-network.ts';
import { type BrokerClient, openBrokerClient } from './broker-client.ts';
import { TestedValues } from './tested-values.ts';

const DEADLINE_MS = 12_000;
/** What a broker keeps arrives at once; a bridge that announces later is found later. */
const LISTENING_MS = 1500;
/** Of values that were chosen, the first message is waited for. */
const LISTENING_FOR_VALUES_MS = 10_000;
const MAX_TOPICS = 10;

/**
 * Connects once and listens: for announcements, and reports of the known formats, for a moment; where values are chosen, for a message at
 * each of their topics.
 */
export function checkBroker(
  settings: BrokerSettings,
  network: SourceNetwork,
): Promise<ResponseOf<'POST /integrations/test'>> {
  return new Promise((resolve) => {
    const topics: string[] = [];
    const values = new TestedValues(settings.topicValues);
    let problem: IntegrationProblem = 'UNREACHABLE';
    let isConnected = false;
    let timer: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(timer);
      const found = isConnected
        ? { topics, ...(values.isWanted ? { values: values.results() } : {}) }
        : { problem, topics };
      void client.close().then(() => resolve({ connected: isConnected, ...found }));
    };
    const client = openBrokerClient(
      settings,
      () => network,
      {
        connected: () => {
          isConnected = true;
          clearTimeout(timer);
          timer = setTimeout(finish, values.isWanted ? LISTENING_FOR_VALUES_MS : LISTENING_MS);
          subscribe(client, settings, values);
        },
        lost: () => {
          if (!isConnected) finish();
        },
        problem: (found) => {
          if (found === 'SUBSCRIPTION_REFUSED') isConnected = false;
          problem = found;
        },
        message: async ({ topic, payload }) => {
          if (values.isWanted) {
            values.take(topic, payload);
            if (values.isComplete) finish();
          } else if (topics.push(cleanText(topic, 200)) === MAX_TOPICS) finish();
        },
      },
      { once: true },
    );
    timer = setTimeout(finish, DEADLINE_MS);
  });
}

function subscribe(client: BrokerClient, { discoveryPrefix }: BrokerSettings, values: TestedValues): void {
  if (values.isWanted) {
    client.subscribe(values.topics, { retained: true });
    return;
  }
  client.subscribe(announcementFilters(discoveryPrefix), { retained: true });
  client.subscribe(FORMAT_FILTERS, { retained: true, refused: () => {} });
}
