/**
 * An account for each sentry at a managed MQTT broker: made when a device is activated, with a new password at each
 * activation, gone with the sentry.
 *
 * Invariant: what the broker should know follows from the database and the keys alone. It is held against what the broker
 * does know after each connection and every few minutes, so that a broker which lost its state has it again by itself.
 * Accounts and roles that are not named like a sentry are the operator's and stay as they are.
 */
import { responseTopic, telemetryTopic } from '@picket/contracts/telemetry';
import { type AdvisoryLock, acquireAdvisoryLock } from '../../../platform/db/advisory-lock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { latestActivationsAllTenants } from '../devices/activation-store.ts';
import { deriveBrokerPassword, picketClientId } from './broker-access.ts';
import {
  type BrokerState,
  connectDynamicSecurity,
  type DynamicSecurity,
  type SecurityCommand,
} from './dynamic-security.ts';

/** Incremented when the rights of sentries change: every account is updated to it. */
const ACL_REVISION = 1;
/** How often the broker's list is read again, in case another client changed it. */
const RELIST_INTERVAL_MS = 600_000;
const MAX_OUTDATED_MS = 60_000;
const LOG_INTERVAL_MS = 30_000;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export interface BrokerAccounts {
  /** Brings the broker's accounts up to date, unless another process does. */
  sync(): Promise<void>;
  /** The problem as a sentence, or null; undefined: another process is the leader. */
  health(): string | null | undefined;
  close(): Promise<void>;
}

/** The rights of one sentry: its reports out, what became of them in, and nothing else. */
const aclsOf = (sentry: string) => [
  { acltype: 'publishClientSend', topic: telemetryTopic(sentry), priority: 0, allow: true },
  { acltype: 'subscribeLiteral', topic: responseTopic(sentry), priority: 0, allow: true },
  { acltype: 'publishClientReceive', topic: responseTopic(sentry), priority: 0, allow: true },
];

const labelOf = (activation: string): string => `${ACL_REVISION}:${activation}`;

/** The commands that make the broker's accounts those of `due`: the latest activation of each sentry. */
function accountCommands(
  due: ReadonlyMap<string, string>,
  { accounts, roles }: BrokerState,
  passwordOf: (sentry: string, activation: string) => string,
): readonly SecurityCommand[] {
  const commands: SecurityCommand[] = [];
  for (const [sentry, activation] of due) {
    const label = labelOf(activation);
    const hasRole = roles.has(sentry);
    if (hasRole && accounts.get(sentry) === label) continue;
    commands.push({ command: hasRole ? 'modifyRole' : 'createRole', rolename: sentry, acls: aclsOf(sentry) });
    commands.push({
      command: accounts.has(sentry) ? 'modifyClient' : 'createClient',
      username: sentry,
      // The account works with this client id only, so it cannot take over another session.
      clientid: sentry,
      password: passwordOf(sentry, activation),
      textname: label,
      roles: [{ rolename: sentry }],
    });
  }
  for (const username of accounts.keys())
    if (GUID.test(username) && !due.has(username)) commands.push({ command: 'deleteClient', username });
  for (const rolename of roles)
    if (GUID.test(rolename) && !due.has(rolename)) commands.push({ command: 'deleteRole', rolename });
  return commands;
}

export function createBrokerAccounts(platform: Platform): BrokerAccounts {
  const { config, clock, db, keys, log, pubSub } = platform;
  const { mqtt } = config;
  let leaderLock: AdvisoryLock | null = null;
  let security: DynamicSecurity | null = null;
  /** The broker's state as last listed or changed; null: unknown. */
  let known: BrokerState | null = null;
  let listedAt = 0;
  /** null: the accounts are as they should be. */
  let outdatedSince: number | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let working: Promise<void> = Promise.resolve();
  /** A look that has not started covers requests that arrive meanwhile. */
  let queued: Promise<void> | null = null;

  const failed = (error: unknown): void => {
    known = null;
    outdatedSince ??= clock.now();
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ err: error }, 'MQTT broker accounts not synchronized, retrying');
  };

  const syncAccounts = async (): Promise<void> => {
    if (security === null || !security.isConnected()) return;
    if (known === null || clock.now() - listedAt >= RELIST_INTERVAL_MS) {
      known = await security.list();
      listedAt = clock.now();
    }
    const due = await latestActivationsAllTenants(db.console);
    const commands = accountCommands(due, known, (sentry, activation) =>
      deriveBrokerPassword(keys, sentry, activation),
    );
    if (commands.length > 0) {
      // After a partial failure the state is listed again.
      const before = known;
      known = null;
      await security.run(commands);
      known = stateAfter(before, due);
      log.info({ commands: commands.length }, 'MQTT broker accounts updated');
    }
    outdatedSince = null;
  };

  const disconnect = async (): Promise<void> => {
    known = null;
    await security?.close();
    security = null;
    await leaderLock?.release();
    leaderLock = null;
  };

  const syncAsLeader = async (): Promise<void> => {
    if (mqtt === null || mqtt.managed === null) return;
    if (leaderLock === null || !(await leaderLock.isStillHeld())) {
      await disconnect();
      leaderLock = await acquireAdvisoryLock(db.connectionString, 'picket mqtt accounts');
      if (leaderLock === null) return;
      outdatedSince = clock.now();
      security = connectDynamicSecurity(
        { ...mqtt, clientId: `${picketClientId(keys)}-accounts` },
        {
          connected: () => void sync().catch(() => {}),
          disconnected: () => {
            known = null;
            outdatedSince ??= clock.now();
          },
          failed,
        },
      );
    }
    await syncAccounts().catch(failed);
  };

  /** One after the other: two at once would both make what is missing. */
  const sync = (): Promise<void> => {
    if (queued !== null) return queued;
    const next = working.then(() => {
      queued = null;
      return syncAsLeader();
    });
    queued = next;
    working = next.catch(failed);
    return next;
  };
  const stopListening = pubSub.subscribe('sentries', () => void sync().catch(() => {}));

  return {
    sync,
    health: () => {
      if (mqtt === null || mqtt.managed === null) return null;
      if (leaderLock === null) return undefined;
      return outdatedSince !== null && clock.now() - outdatedSince > MAX_OUTDATED_MS
        ? 'Accounts of sentries at the MQTT broker are not kept up to date: the broker cannot be reached, or refuses'
        : null;
    },
    close: async () => {
      stopListening();
      await working;
      await disconnect();
    },
  };
}

/** The broker's state after a sync to `due`. */
function stateAfter({ accounts, roles }: BrokerState, due: ReadonlyMap<string, string>): BrokerState {
  const others = [...accounts].filter(([name]) => !GUID.test(name));
  return {
    accounts: new Map([...others, ...[...due].map(([sentry, activation]) => [sentry, labelOf(activation)] as const)]),
    roles: new Set([...[...roles].filter((name) => !GUID.test(name)), ...due.keys()]),
  };
}
