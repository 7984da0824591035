/** The commands that make the accounts of a broker what they should be, and its state after them. */
import { responseTopic, telemetryTopic } from '@picket/contracts/telemetry';
import type { BrokerState } from './dynamic-security.ts';
import type { SecurityCommand } from './security-control.ts';

/** Incremented when the rights of sentries change: every account is updated to it. */
const ACL_REVISION = 1;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The rights of one sentry: its reports out, what became of them in, and nothing else. */
const aclsOf = (sentry: string) => [
  { acltype: 'publishClientSend', topic: telemetryTopic(sentry), priority: 0, allow: true },
  { acltype: 'subscribeLiteral', topic: responseTopic(sentry), priority: 0, allow: true },
  { acltype: 'publishClientReceive', topic: responseTopic(sentry), priority: 0, allow: true },
];

const labelOf = (activation: string): string => `${ACL_REVISION}:${activation}`;

/** The commands that make the broker's accounts those of `due`: the latest activation of each sentry. */
export function accountCommands(
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

/** The broker's state after a sync to `due`. */
export function stateAfter({ accounts, roles }: BrokerState, due: ReadonlyMap<string, string>): BrokerState {
  const others = [...accounts].filter(([name]) => !GUID.test(name));
  return {
    accounts: new Map([...others, ...[...due].map(([sentry, activation]) => [sentry, labelOf(activation)] as const)]),
    roles: new Set([...[...roles].filter((name) => !GUID.test(name)), ...due.keys()]),
  };
}
