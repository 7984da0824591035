/**
 * An OpenID Connect provider for tests, as a process of its own: typing an address signs in as that person. "unverified:"
 * before it leaves the address unverified; "twin:" makes it somebody else with the same address.
 */
import Provider from 'oidc-provider';

const [issuer = '', publicUrl = ''] = process.argv.slice(2);

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'picket',
      client_secret: 'a secret between the two of them',
      redirect_uris: [`${publicUrl}/sign-in/callback`],
      // On this machine alone there is no https.
      application_type: 'native',
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  // The address is answered to who asks for it, as the standard has it; many providers put it into the ID token.
  conformIdTokenClaims: true,
  pkce: { required: () => true },
  cookies: { keys: ['a key for tests'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: id.split(':').at(-1) ?? id,
      email_verified: !id.startsWith('unverified:'),
    }),
  }),
});

const server = provider.listen(Number(new URL(issuer).port), 'localhost', () => process.send?.('ready'));
process.on('disconnect', () => server.close(() => process.exit(0)));
