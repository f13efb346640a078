/** How many connections may be open, and for how long without an accepted credential. */
export interface ConnectionLimits {
  /** Connections on which no request was authenticated yet, on all ports together. */
  readonly unauthenticated: number;
  /** The same from one address; an IPv6 network of 64 bits counts as one address. */
  readonly unauthenticatedPerAddress: number;
  /** How long such a connection may be open without a request under way. */
  readonly unauthenticatedIdleMs: number;
  /** Connections on which a request was authenticated. Beyond that, further ones count as unauthenticated. */
  readonly authenticated: number;
}

/** What may be chosen; the rest follows from the limit of open files. */
export type ConnectionLimitChoices = { readonly [Name in keyof ConnectionLimits]?: ConnectionLimits[Name] | undefined };

/** A half-open TLS connection takes some 50 KB. */
const MOST_UNAUTHENTICATED = 1024;
const LEAST_UNAUTHENTICATED = 8;
const IDLE_MS = 30_000;

/**
 * Limits that leave room for everything else a process opens: an eighth of the open files for unauthenticated
 * connections, half of them for authenticated ones. Behind a proxy or NAT all clients have one address, so an address
 * may have half of the unauthenticated connections: clients authenticate with their first request.
 */
export function connectionLimits(openFiles: number, choices: ConnectionLimitChoices = {}): ConnectionLimits {
  const eighth = Math.max(LEAST_UNAUTHENTICATED, Math.floor(openFiles / 8));
  const unauthenticated = Math.min(choices.unauthenticated ?? MOST_UNAUTHENTICATED, eighth);
  return {
    unauthenticated,
    unauthenticatedPerAddress: Math.min(
      choices.unauthenticatedPerAddress ?? Math.ceil(unauthenticated / 2),
      unauthenticated,
    ),
    unauthenticatedIdleMs: choices.unauthenticatedIdleMs ?? IDLE_MS,
    authenticated: Math.min(choices.authenticated ?? Number.MAX_SAFE_INTEGER, Math.floor(openFiles / 2)),
  };
}
