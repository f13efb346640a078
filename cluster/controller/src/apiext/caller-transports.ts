import type { IncomingHttpHeaders } from 'node:http';
import {
  createKubeClient,
  type HttpTransport,
  type HttpTransportOptions,
  httpTransport,
  type KubeClient,
} from '@kubemin/kube';
import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';
import type { HttpRequest } from '../http/index.ts';

const DEFAULT_MAX_OPEN = 32;

/** Transports to one cluster, one per impersonated user. */
export interface CallerTransports {
  /** Sends requests as this user; the credentials of this program must allow impersonation. */
  handlerFor(user: UserInfo): ApiHandler;
  close(): void;
}

interface Entry {
  readonly transport: HttpTransport;
  active: number;
  state: 'kept' | 'replaced';
}

/**
 * Transports by user; the most recently used stay open. Each user has separate connections: impersonation may repeat
 * headers, which a single request cannot.
 */
export function callerTransports(
  access: HttpTransportOptions,
  { maxOpen = DEFAULT_MAX_OPEN }: { readonly maxOpen?: number } = {},
): CallerTransports {
  const entries = new Map<string, Entry>();
  const open = (user: UserInfo): Entry => {
    const { username, uid, groups, extra } = user;
    return {
      transport: httpTransport({ ...access, impersonate: { user: username, uid, groups, extra } }),
      active: 0,
      state: 'kept',
    };
  };
  const openEntry = (user: UserInfo): Entry => {
    const key = JSON.stringify([user.username, user.uid, user.groups, user.extra]);
    const entry = entries.get(key) ?? open(user);
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest, candidate] of entries) {
      if (entries.size <= maxOpen) break;
      entries.delete(oldest);
      candidate.state = 'replaced';
      closeWhenIdle(candidate);
    }
    return entry;
  };
  return {
    handlerFor: (user) => async (request) => {
      const entry = openEntry(user);
      entry.active += 1;
      try {
        return await entry.transport.handler(request);
      } finally {
        entry.active -= 1;
        closeWhenIdle(entry);
      }
    },
    close: () => {
      for (const { transport } of entries.values()) transport.close();
      entries.clear();
    },
  };
}

/** A transport is closed only after its pending requests have ended. */
function closeWhenIdle({ transport, active, state }: Entry): void {
  if (state === 'replaced' && active === 0) transport.close();
}

/** Authenticates callers and returns a handler that has exactly their permissions. */
export interface CallerAuthenticator {
  /** Throws a StatusError with code 401 when the caller is unknown. */
  handlerFor(headers: IncomingHttpHeaders, signal: AbortSignal): Promise<ApiHandler>;
}

/** Clients that act as the caller of a request. */
export interface CallerClients {
  /** Rejects with a 401 when the request has no credentials that the cluster accepts. */
  for(request: Pick<HttpRequest, 'headers' | 'signal'>): Promise<KubeClient>;
}

/** Clients whose callers `authenticator` identifies. */
export function callerClients(authenticator: CallerAuthenticator): CallerClients {
  return { for: async ({ headers, signal }) => createKubeClient(await authenticator.handlerFor(headers, signal)) };
}
