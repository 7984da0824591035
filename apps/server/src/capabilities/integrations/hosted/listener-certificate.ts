/** The certificate of the device listener, from files that another program renews. */
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { DeviceListenerConfig } from '../../../platform/config/listener-settings.ts';

type Files = NonNullable<DeviceListenerConfig['tls']>;

export class ListenerCertificate {
  readonly #files: Files;
  #version = '';

  constructor(files: Files) {
    this.#files = files;
  }

  /** Throws as `readChanged` does. */
  readAll(): SecureContextOptions {
    this.#version = '';
    return this.readChanged() ?? {};
  }

  /** What changed since the last call; null: nothing. Throws where the files cannot be read, or do not fit; the next call reads them again. */
  readChanged(): SecureContextOptions | null {
    const { certFile, keyFile } = this.#files;
    const version = [certFile, keyFile].map(versionOf).join(' ');
    if (version === this.#version) return null;
    const read = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    // Throws where they are not a certificate and its key.
    createSecureContext(read);
    this.#version = version;
    return read;
  }
}

function versionOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}
