import type { IncomingHttpHeaders } from 'node:http';
import {
  createKubeClient,
  type HttpTransport,
  type HttpTransportOptions,
  httpTransport,
  type KubeClient,
} from '@kubemin/kube';
import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';
import type { HttpRequest } from '../http/http-request.ts';

const DEFAULT_MOST = 32;

/** Ways to one cluster, each as somebody else. */
export interface CallerTransports {
  /** The way as this user; our own credentials must allow us to impersonate them. */
  as(user: UserInfo): ApiHandler;
  close(): void;
}

interface Entry {
  readonly transport: HttpTransport;
  active: number;
  state: 'kept' | 'replaced';
}

/**
 * Transports by user, the ones used last kept open. Each user has connections of their own, as impersonation may repeat
 * headers and a request cannot.
 */
export function callerTransports(
  access: HttpTransportOptions,
  { most = DEFAULT_MOST }: { readonly most?: number } = {},
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
  const kept = (user: UserInfo): Entry => {
    const key = JSON.stringify([user.username, user.uid, user.groups, user.extra]);
    const entry = entries.get(key) ?? open(user);
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest, candidate] of entries) {
      if (entries.size <= most) break;
      entries.delete(oldest);
      candidate.state = 'replaced';
      closeWhenIdle(candidate);
    }
    return entry;
  };
  return {
    as: (user) => async (request) => {
      const entry = kept(user);
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

/** Requests under way are not cut because others came. */
function closeWhenIdle({ transport, active, state }: Entry): void {
  if (state === 'replaced' && active === 0) transport.close();
}

/** Finds out who is calling, and gives them a way to the API that carries their rights and nobody else's. */
export interface CallerGate {
  /** Throws a StatusError with code 401 when the caller is unknown. */
  handlerFor(headers: IncomingHttpHeaders, signal: AbortSignal): Promise<ApiHandler>;
}

/** Clients that act as whoever is asking. */
export interface CallerClients {
  /** Rejects with a 401 when the caller did not say who they are in a way that the cluster believes. */
  for(request: Pick<HttpRequest, 'headers' | 'signal'>): Promise<KubeClient>;
}

/** Clients by way of a gate. */
export function callerClients(gate: CallerGate): CallerClients {
  return { for: async ({ headers, signal }) => createKubeClient(await gate.handlerFor(headers, signal)) };
}
