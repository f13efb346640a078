import { createKubeClient, type KubeClient } from '@kubemin/kube';
import type { HttpRequest } from '../http/http-request.ts';
import type { CallerGate } from './caller-gate.ts';

/** Clients that act as whoever is asking. */
export interface CallerClients {
  /** Rejects with a 401 when the caller did not say who they are in a way that the cluster believes. */
  for(request: Pick<HttpRequest, 'headers' | 'signal'>): Promise<KubeClient>;
}

/** Clients by way of a gate. */
export function callerClients(gate: CallerGate): CallerClients {
  return { for: async ({ headers, signal }) => createKubeClient(await gate.handlerFor(headers, signal)) };
}
