/** WebAuthn in the browser, loaded on demand. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

type JsonObject = Readonly<Record<string, unknown>>;
type Verifiable<Response> = Response & Record<string, unknown>;

/** Guarantee: options are made by the server's WebAuthn library and pass through the wire unchanged, as do the responses. */
export async function authenticateWithPasskey(options: JsonObject): Promise<Verifiable<AuthenticationResponseJSON>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as Verifiable<AuthenticationResponseJSON>;
}

/** The same guarantee. */
export async function registerPasskey(options: JsonObject): Promise<Verifiable<RegistrationResponseJSON>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as Verifiable<RegistrationResponseJSON>;
}

/** Whether this browser can use passkeys at all. */
export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';
