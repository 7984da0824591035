/** What a session is subscribed to at a broker: the topics of what is announced now, and those of before no more. */
import type { BrokerListener } from '@picket/source-io/mqtt/broker-client';
import { OPEN_NETWORK } from '@picket/source-io/open-network';
import { expect, onTestFinished, test } from 'vitest';
import { BrokerSession } from '../src/capabilities/integrations/mqtt/mqtt-session.ts';
import { SeenSource } from '../src/capabilities/integrations/sources/seen-source.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { HostedWorld } from './hosted-world.ts';
import { LEAK } from './zigbee-bridge.ts';

test('a session unsubscribes from what is announced no more', async () => {
  const world = await HostedWorld.open();
  const { platform, server } = world.picket;
  const { tenantGuid } = await platform.db.prisma.location.findFirstOrThrow({ where: { guid: world.location } });
  const ports = { ingest: server.pipeline, configChanged: async () => {}, exportedSentries: async () => [] };
  const source = { guid: world.guid, tenant: tenantGuid, gateway: newGuid(), reader: null };
  const seen = await SeenSource.open(platform, ports, source);
  const subscribed = new Set<string>();
  const listeners: BrokerListener[] = [];
  const settings = {
    kind: 'MQTT' as const,
    address: '',
    user: null,
    password: null,
    discoveryPrefix: 'homeassistant',
    topicValues: [],
    formerPrefixes: [],
    exportsSentries: false,
  };
  const session = new BrokerSession(platform, seen, settings, OPEN_NETWORK, (_settings, _network, listener) => {
    listeners.push(listener);
    return {
      subscribe: (topics) => {
        for (const topic of topics) subscribed.add(topic);
      },
      unsubscribe: (topics) => {
        for (const topic of topics) subscribed.delete(topic);
      },
      publish: async () => {},
      close: async () => {},
    };
  });
  onTestFinished(() => session.close());
  const [listener] = listeners;
  const announce = async (config: object): Promise<void> => {
    const payload = Buffer.from(JSON.stringify({ ...LEAK, availability: [], ...config }));
    await listener?.message({ topic: 'homeassistant/binary_sensor/x/leak/config', payload, isRetained: false });
    await session.run();
  };
  listener?.connected('MQTT_5');
  const filters = [...subscribed];
  await announce({ state_topic: 'state/1', availability: [{ topic: 'there/1' }] });
  await announce({ state_topic: 'state/2', availability: [{ topic: 'there/2' }] });
  await announce({ state_topic: 'state/3', availability: [{ topic: 'there/2' }] });
  expect([...subscribed].sort()).toEqual([...filters, 'state/3', 'there/2'].sort());
  listener?.lost();
  await announce({ state_topic: 'state/4' });
  listener?.connected('MQTT_5');
  expect([...subscribed].sort()).toEqual([...filters, 'state/4'].sort());
});
