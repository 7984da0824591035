import { spawn } from 'node:child_process';

/** Experimental features are used on purpose, and what libraries will change is for developers: operators read the log of Picket. */
const QUIET = ['--disable-warning=ExperimentalWarning', '--disable-warning=DeprecationWarning'];

/** Starts a Node process beside this one, with more options of Node; the IPC channel between them closes when this one is gone. */
export function startNode(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  options: readonly string[] = [],
) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'] as const;
  return spawn(process.execPath, [...QUIET, ...options, script, ...args], {
    env,
    stdio: [...stdio],
  });
}
