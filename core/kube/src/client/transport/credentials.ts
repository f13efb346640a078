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
  /** Called before each request. Returns the same object as long as it is valid. */
  current(): Promise<Credentials>;
  /** The API did not take these (401): others are wanted next time. */
  reject(credentials: Credentials): void;
}

/** Whom the API knows us as, in the ways that need no program. */
export interface FixedCredentials {
  readonly token?: string | (() => string) | undefined;
  readonly basic?: { readonly username: string; readonly password: string } | undefined;
}

/** A source of what was given once, save for a token that is asked for each time. */
export function fixedCredentials({ token, basic }: FixedCredentials): CredentialSource {
  const fixed: Credentials = { authorization: basic === undefined ? bearerHeader(token) : basicAuthHeader(basic) };
  let last = fixed;
  return {
    current: async () => {
      if (typeof token !== 'function') return fixed;
      const authorization = bearerHeader(token());
      if (last.authorization !== authorization) last = { authorization };
      return last;
    },
    reject: () => undefined,
  };
}

function bearerHeader(token: FixedCredentials['token']): string | undefined {
  return typeof token === 'string' && token !== '' ? `Bearer ${token}` : undefined;
}

function basicAuthHeader({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
