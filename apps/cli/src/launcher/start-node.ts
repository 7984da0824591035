import { spawn } from 'node:child_process';

/** Starts a Node process beside this one; the IPC channel between them closes when this one is gone. */
export function startNode(script: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'] as const;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env,
    stdio: [...stdio],
  });
}
