import type { DestinationOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import { knownNtfy } from './known-ntfy.ts';

const at = (guid: string, address: string, kind: DestinationOut['kind'] = 'NTFY'): DestinationOut => ({
  guid,
  kind,
  name: 'ntfy',
  address,
  createdBy: 'Ada',
  createdAt: '2026-03-02T10:00:00Z',
  health: 'NEVER_ATTEMPTED',
  last_update_ts: '2026-03-02T10:00:00Z',
});

const there = [at('other', 'ntfy.example/depot-alerts'), at('apprise', 'ntfy.sh/alerts', 'APPRISE')];

test('a channel is known by its server and the whole topic', () => {
  const own = [...there, at('own', 'ntfy.sh/alerts')];
  expect(knownNtfy(own, {}, { kind: 'NTFY', server: 'https://ntfy.sh', topic: 'alerts' })?.guid).toBe('own');
  expect(knownNtfy(there, {}, { kind: 'NTFY', server: 'https://ntfy.example', topic: 'alerts' })).toBeUndefined();
  expect(knownNtfy(there, {}, { kind: 'NTFY', server: 'https://ntfy.sh', topic: 'alerts' })).toBeUndefined();
});

test('a corrected server is another channel, also where its host stays', () => {
  const wrong = [at('wrong', 'nfty.sh/picket-1'), at('secure', 'ntfy.lan:8080/picket-1')];
  const added = { wrong: 'https://nfty.sh', secure: 'https://ntfy.lan:8080' };
  expect(knownNtfy(wrong, added, { kind: 'NTFY', server: 'https://ntfy.sh', topic: 'picket-1' })).toBeUndefined();
  expect(knownNtfy(wrong, added, { kind: 'NTFY', server: 'http://ntfy.lan:8080', topic: 'picket-1' })).toBeUndefined();
  expect(knownNtfy(wrong, added, { kind: 'NTFY', server: 'https://ntfy.lan:8080/', topic: 'picket-1' })?.guid).toBe(
    'secure',
  );
});

test('what is no address is no channel', () => {
  expect(knownNtfy(there, {}, { kind: 'NTFY', server: 'ntfy', topic: 'alerts' })).toBeUndefined();
});
