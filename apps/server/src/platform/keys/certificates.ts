/** X.509 certificates for a server inside one's own network: an authority that devices trust, and the certificates it signs. */
// Required by @peculiar/x509.
import 'reflect-metadata';
import { createPrivateKey, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const YEAR_MS = 365.25 * 86_400_000;
const AUTHORITY_YEARS = 30;
const SERVER_YEARS = 10;

/** Both as PEM. */
export interface CertificateWithKey {
  readonly certificate: string;
  readonly key: string;
}

const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const pemOfKey = async (key: CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

/** Positive and unique. */
const newSerial = (): string => `01${randomBytes(15).toString('hex')}`;

const validityPeriod = (now: number, years: number) => ({
  // Devices whose clock is a little slow trust it as well.
  notBefore: new Date(now - 86_400_000),
  notAfter: new Date(now + years * YEAR_MS),
});

/** A new authority, good for 30 years. */
export async function createAuthority(name: string, now: number): Promise<CertificateWithKey> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: `CN=${name}`,
    ...validityPeriod(now, AUTHORITY_YEARS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: `${await pemOfKey(keys.privateKey)}\n` };
}

/** A certificate for a server under these names and addresses, signed by `authority`, good for ten years. */
export async function createServerCertificate(
  authority: CertificateWithKey,
  hosts: readonly string[],
  now: number,
): Promise<CertificateWithKey> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' }),
    ALGORITHM,
    false,
    ['sign'],
  );
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: `CN=${hosts[0] ?? 'server'}`,
    issuer: issuer.subject,
    ...validityPeriod(now, SERVER_YEARS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const), value: host })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer, false),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: `${await pemOfKey(keys.privateKey)}\n` };
}

/** Whether the certificate was signed by this authority, names all these hosts, and has at least half of its lifetime left. */
export async function isCertificateValid(
  certificate: string,
  authority: string,
  hosts: readonly string[],
  now: number,
): Promise<boolean> {
  try {
    const parsed = new x509.X509Certificate(certificate);
    const issuer = new x509.X509Certificate(authority);
    const names = parsed.getExtension(x509.SubjectAlternativeNameExtension)?.names.toJSON() ?? [];
    return (
      parsed.notAfter.getTime() - now > (SERVER_YEARS / 2) * YEAR_MS &&
      hosts.every((host) => names.some(({ value }) => value === host)) &&
      (await parsed.verify({ publicKey: issuer, signatureOnly: true }))
    );
  } catch {
    return false;
  }
}
