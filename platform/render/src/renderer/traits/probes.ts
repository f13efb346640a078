import type { Probe } from '@kubemin/kubeapi/types/core.v1';
import type { TraitData } from '@kubemin/model';
import type { ContainerChanges, TraitRenderer } from '../trait-renderer.ts';

type ProbeData = TraitData['probes'][number];

const NUMBERS = [
  'initialDelaySeconds',
  'periodSeconds',
  'timeoutSeconds',
  'failureThreshold',
  'successThreshold',
] as const;

/** probes → the container's liveness, readiness and startup probe. */
export const probes: TraitRenderer<TraitData['probes']> = {
  process({ data, container }) {
    const changes: ContainerChanges = Object.fromEntries(data.map((entry) => [`${entry.type}Probe`, probe(entry)]));
    return { changes: { [container]: changes } };
  },
};

function probe(data: ProbeData): Probe {
  // 0 means "not given", as in the documents this model grew up with: Kubernetes then applies its own default.
  const numbers = Object.fromEntries(NUMBERS.flatMap((name) => (data[name] ? [[name, data[name]]] : [])));
  return { ...handler(data), ...numbers };
}

function handler({ exec, httpGet, tcpSocket }: ProbeData): Probe {
  if (exec !== undefined) return { exec: { command: exec.command } };
  if (httpGet !== undefined) {
    const { path, port, host, scheme } = httpGet;
    return { httpGet: { path, port, ...(host ? { host } : {}), ...(scheme === undefined ? {} : { scheme }) } };
  }
  if (tcpSocket === undefined) return {};
  return { tcpSocket: { port: tcpSocket.port, ...(tcpSocket.host ? { host: tcpSocket.host } : {}) } };
}
