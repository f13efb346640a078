import type { Probe } from '@kubemin/kubeapi/types/core.v1';
import type { TraitData } from '@kubemin/model';
import { given } from '../../object/index.ts';
import type { ContainerChanges, TraitRenderer, TraitResult } from '../trait-renderer.ts';

/** resources → equal requests and limits, so that the pod is among the last to be evicted. */
export const resources: TraitRenderer<TraitData['resources']> = {
  process({ data: { cpu, memory, gpu }, container, settings }) {
    const amounts = {
      ...(cpu === undefined ? {} : { cpu }),
      ...(memory === undefined ? {} : { memory }),
      ...(gpu === undefined ? {} : { [/^\d+$/.test(gpu) ? settings.gpu.count : settings.gpu.memory]: gpu }),
    };
    if (Object.keys(amounts).length === 0) return {};
    return { changes: { [container]: { resources: { requests: amounts, limits: amounts } } } };
  },
};

/** imagePull → the container's pull policy; its secrets are the pod's, as Kubernetes has them nowhere else. */
export const imagePull: TraitRenderer<TraitData['imagePull']> = {
  process({ data: { policy, secrets = [] }, container }) {
    return {
      ...(policy === undefined ? {} : { changes: { [container]: { imagePullPolicy: policy } } }),
      ...(secrets.length === 0 ? {} : { pod: { imagePullSecrets: secrets.map((name) => ({ name })) } }),
    };
  },
};

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

/**
 * securityContext → on the component: the user of the containers is set for the pod, so that init and sidecar containers
 * inherit it, and what the main container may do for that one. Nested: all for that one container.
 */
export const securityContext: TraitRenderer<TraitData['securityContext']> = {
  process({ data, container, place }) {
    const { runAsUser, runAsGroup, runAsNonRoot, seccompProfile } = data;
    const identity = given({
      runAsUser,
      runAsGroup,
      runAsNonRoot,
      seccompProfile: seccompProfile === undefined ? undefined : { type: seccompProfile },
    });
    const { readOnlyRootFilesystem, allowPrivilegeEscalation, privileged, capabilities } = data;
    const rights = given({
      readOnlyRootFilesystem,
      allowPrivilegeEscalation,
      privileged,
      capabilities: capabilities === undefined ? undefined : given(capabilities),
    });
    if (place === 'nested') return { changes: { [container]: { securityContext: { ...identity, ...rights } } } };
    const { fsGroup, fsGroupChangePolicy, supplementalGroups } = data;
    const pod = { ...identity, ...given({ fsGroup, fsGroupChangePolicy, supplementalGroups }) };
    return {
      ...(Object.keys(pod).length === 0 ? {} : { pod: { securityContext: pod } }),
      ...(Object.keys(rights).length === 0 ? {} : { changes: { [container]: { securityContext: rights } } }),
    };
  },
};

/** termination → the pod's grace period and the container's preStop hook. */
export const termination: TraitRenderer<TraitData['termination']> = {
  process({ data: { gracePeriodSeconds, preStop }, container, place }): TraitResult {
    const isPods = place === 'component' && gracePeriodSeconds !== undefined;
    return {
      ...(isPods ? { pod: { terminationGracePeriodSeconds: gracePeriodSeconds } } : {}),
      ...(preStop === undefined ? {} : { changes: { [container]: { lifecycle: { preStop: hook(preStop) } } } }),
    };
  },
};

function hook({ command, sleepSeconds }: NonNullable<TraitData['termination']['preStop']>) {
  return sleepSeconds === undefined ? { exec: { command: command ?? [] } } : { sleep: { seconds: sleepSeconds } };
}
