/** What is shown to the API to be let in. */
export interface Credentials {
  /** The value of the Authorization header. */
  readonly authorization?: string | undefined;
  /** PEM. */
  readonly clientCert?: string | undefined;
  /** PEM. */
  readonly clientKey?: string | undefined;
}

/** Credentials that come and go while we run. */
export interface CredentialSource {
  /** Asked before each request: the same object as long as it is good. */
  current(): Promise<Credentials>;
  /** The API did not take these (401): others are wanted next time. */
  refused(credentials: Credentials): void;
}

/** Whom the API knows us as, in the ways that need no program. */
export interface FixedCredentials {
  readonly token?: string | (() => string) | undefined;
  readonly basic?: { readonly username: string; readonly password: string } | undefined;
}

/** A source of what was given once, save for a token that is asked for each time. */
export function fixedCredentials({ token, basic }: FixedCredentials): CredentialSource {
  const fixed: Credentials = { authorization: basic === undefined ? bearer(token) : passwordOf(basic) };
  let last = fixed;
  return {
    current: async () => {
      if (typeof token !== 'function') return fixed;
      const authorization = bearer(token());
      if (last.authorization !== authorization) last = { authorization };
      return last;
    },
    refused: () => undefined,
  };
}

function bearer(token: FixedCredentials['token']): string | undefined {
  return typeof token === 'string' && token !== '' ? `Bearer ${token}` : undefined;
}

function passwordOf({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
