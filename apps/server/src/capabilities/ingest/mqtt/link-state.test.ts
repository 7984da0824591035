import { describe, expect, test } from 'vitest';
import { connectionLost, type LinkState, leading, linkProblem, messageArrived, STANDBY } from './link-state.ts';

const NOW = Date.UTC(2026, 5, 1);
const RECEIVING = messageArrived(leading(NOW));

describe('transitions', () => {
  const transitions: readonly (readonly [string, LinkState, LinkState])[] = [
    ['a leader waits for its first message', leading(NOW), { phase: 'WAITING', since: NOW }],
    ['a message proves the connection', messageArrived(leading(NOW)), { phase: 'RECEIVING' }],
    ['another message changes nothing', messageArrived(RECEIVING), { phase: 'RECEIVING' }],
    [
      'a lost connection has to be proved again',
      connectionLost(RECEIVING, NOW + 5),
      { phase: 'WAITING', since: NOW + 5 },
    ],
    ['failed attempts to connect count from the first', connectionLost(leading(NOW), NOW + 5), leading(NOW)],
    ['a message that arrives after the end changes nothing', messageArrived(STANDBY), STANDBY],
    ['a connection that closes after the end changes nothing', connectionLost(STANDBY, NOW), STANDBY],
  ];
  test.each(transitions)('%s', (_, reached, expected) => {
    expect(reached).toEqual(expected);
  });
});

test('a minute without proof is a problem; of the leader alone', () => {
  expect(linkProblem(STANDBY, NOW)).toBeUndefined();
  expect(linkProblem(RECEIVING, NOW + 3_600_000)).toBeNull();
  expect(linkProblem(leading(NOW), NOW + 60_000)).toBeNull();
  expect(linkProblem(leading(NOW), NOW + 60_001)).toMatchObject({ code: 'MQTT_SILENT' });
  expect(linkProblem(connectionLost(RECEIVING, NOW), NOW + 60_001)).toMatchObject({ code: 'MQTT_SILENT' });
});
