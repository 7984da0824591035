import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { print } from './checks.ts';

/** Programs the check runs, with the Debian package of each. */
const PROGRAMS = [
  ['podman', 'podman'],
  ['docker-compose', 'docker-compose'],
  ['runc', 'runc'],
  ['debootstrap', 'debootstrap'],
  ['nmap', 'nmap'],
  ['mosquitto', 'mosquitto'],
  ['mosquitto_pub', 'mosquitto-clients'],
] as const;
const NETWORK_PLUGINS = ['containernetworking-plugins', 'golang-github-containernetworking-plugin-dnsname'];

/** Installs what is missing (on Debian, as root); elsewhere the process ends with a line that names it. */
export function ensurePrograms(): void {
  for (const [command, from] of PROGRAMS) {
    if (spawnSync('which', [command]).status === 0) continue;
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
      print(`${command} is missing; install ${from}.`);
      process.exit(1);
    }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', from, ...NETWORK_PLUGINS], { stdio: 'ignore' });
  }
}
