/** What the operations about signing in and the own account are for. */
import type { PROFILE_ENDPOINTS, SIGN_IN_ENDPOINTS } from '../../account-endpoints.ts';

export const SIGN_IN_DESCRIPTIONS = {
  'GET /auth/methods': 'Returns whether single sign-on is offered beside a password, and under which name.',
  'POST /auth/login':
    'Signs a browser in. `kind` of the response says what is next: `LOGIN_SUCCESS` with the profile, and the cookie of the session; `TENANT_CHALLENGE` where the address has accounts in several organizations; `MFA_CHALLENGE` where a second factor is set up. Programs use an API token instead. The password is `base64:` and its UTF-8 bytes.',
  'POST /auth/login/tenant': 'Continues a sign-in with the organization that was chosen of a `TENANT_CHALLENGE`.',
  'POST /auth/login/mfa':
    'Continues a sign-in with the second factor: a code of the authenticator app, a recovery code, or a passkey.',
  'POST /auth/oidc/start':
    'Starts single sign-on. Open the address of the response in the browser. 404: it is not configured.',
  'POST /auth/oidc/finish': 'Finishes single sign-on with the query of the address to which the provider redirected.',
  'POST /auth/logout': 'Ends the session of the browser and removes its cookie.',
  'POST /auth/confirm':
    'Confirms the identity of the caller with a password, a second factor or a passkey. Operations that require it, marked by the error `reauthenticationRequired`, work for 15 minutes after.',
  'GET /auth/change-password': 'Returns the rules for passwords.',
  'POST /auth/change-password':
    'Sets another password. Every other session of the user ends, and the API tokens of the user are revoked unless `revokeApiTokens` is false.',
  'POST /auth/forgot-password':
    'Requests a mail with a reset link. The response is the same whether there is an account or not.',
  'GET /auth/reset-password/{token}':
    'Returns whose password the link resets, and the rules for passwords. The link stays valid.',
  'POST /auth/reset-password/{token}':
    'Sets the password with a reset link, which works once. All sessions end and API tokens are revoked; a second factor is still required.',
  'GET /auth/finish-signup/{token}': 'Returns whom the link invites. The link stays valid.',
  'POST /auth/finish-signup/{token}': 'Accepts an invitation: sets the password and signs in.',
} as const satisfies Readonly<Record<keyof typeof SIGN_IN_ENDPOINTS, string>>;

export const PROFILE_DESCRIPTIONS = {
  'GET /users/my-profile':
    'Returns the caller: address, organization, permissions and preferences. Of an API token, the user for whom it acts, with the permissions of the token.',
  'PATCH /users/my-profile': 'Changes the display name or the preferences of the caller and returns the whole profile.',
  'DELETE /users/my-profile':
    'Deletes the account of the caller and ends all sessions. The last administrator of an organization cannot do that.',
  'GET /users/my-profile/sessions': 'Lists the browsers in which the caller is signed in.',
  'POST /users/my-profile/display':
    'Makes this browser a wall display: it stays signed in, shows the chosen locations, and can change nothing.',
  'DELETE /users/my-profile/sessions': 'Ends all sessions of the caller but this one.',
  'DELETE /users/my-profile/sessions/{guid}': 'Ends one session of the caller.',
  'GET /users/my-profile/mfa': 'Returns the second factors of the caller, and whether the organization requires one.',
  'POST /users/my-profile/mfa/totp':
    'Begins to set up an authenticator app and returns its secret, once. It counts after it is confirmed with a code.',
  'POST /users/my-profile/mfa/totp/confirm':
    'Confirms the authenticator app with a code. The first second factor comes with recovery codes, which are returned once.',
  'DELETE /users/my-profile/mfa/totp':
    'Removes the authenticator app. 409: the organization requires a second factor, and it is the only one.',
  'POST /users/my-profile/mfa/passkeys/options':
    'Begins to add a passkey and returns the options for the browser, as WebAuthn defines them.',
  'POST /users/my-profile/mfa/passkeys': 'Adds the passkey that the browser created from the options.',
  'DELETE /users/my-profile/mfa/passkeys/{guid}':
    'Removes a passkey. 409: the organization requires a second factor, and it is the only one.',
  'POST /users/my-profile/mfa/recovery-codes':
    'Makes new recovery codes, which are returned once. 409: there is no second factor.',
  'GET /api-tokens':
    'Lists the API tokens of the caller, or, for administrators with `everyone`, of all users. The tokens themselves are not returned.',
  'POST /api-tokens':
    'Creates a token with which a program acts for the caller, with at most the permissions of the caller. It is returned once; send it as `Authorization: Bearer …`.',
  'DELETE /api-tokens/{guid}':
    'Revokes an API token of the caller or, for administrators, of any user of the organization. It stops working at once.',
} as const satisfies Readonly<Record<keyof typeof PROFILE_ENDPOINTS, string>>;
