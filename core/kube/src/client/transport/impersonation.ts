/** As whom to act, which our own user must be allowed to. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The headers by which a request asks to be taken for another's. */
export function impersonationHeaders(as: Impersonation | undefined): Readonly<Record<string, string | string[]>> {
  if (as === undefined) return {};
  const { user, uid, groups = [], extra = {} } = as;
  return {
    'impersonate-user': headerValue(user),
    ...(uid !== undefined && { 'impersonate-uid': headerValue(uid) }),
    ...(groups.length > 0 && { 'impersonate-group': groups.map(headerValue) }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${headerName(key)}`, values.map(headerValue)]),
    ),
  };
}

/** Servers read UTF-8; Node writes each character as the byte of its number, and refuses those that have none. */
function headerValue(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const NOT_IN_HEADER_NAMES = /[^a-z0-9!#$&'*+\-.^_`|~]/g;

/** Keys such as example.com/scopes hold characters that header names may not; those are percent-encoded. */
function headerName(key: string): string {
  return key
    .toLowerCase()
    .replace(NOT_IN_HEADER_NAMES, (character) =>
      [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    );
}
