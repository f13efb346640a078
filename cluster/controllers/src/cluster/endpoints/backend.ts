import type { EndpointPort, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { isFinished, isReady, isTerminating } from '../../pod-owner/index.ts';

/** A pod behind a service, with the service's ports as numbers of that pod. */
export interface Backend {
  readonly pod: Pod;
  readonly ip: string;
  readonly ports: readonly EndpointPort[];
  /** Passes its probes. */
  readonly serving: boolean;
  readonly terminating: boolean;
  /** Should get traffic. */
  readonly ready: boolean;
  readonly hostname: string | undefined;
}

/** The service's backends among pods of its namespace, in the order of their names. */
export function serviceBackends(service: Service, pods: readonly Pod[]): readonly Backend[] {
  const selector = Object.entries(service.spec?.selector ?? {});
  return pods
    .filter((pod) => selector.every(([key, value]) => pod.metadata.labels?.[key] === value))
    .map((pod) => podBackend(service, pod))
    .filter((backend) => backend !== undefined)
    .sort((a, b) => ((a.pod.metadata.name ?? '') < (b.pod.metadata.name ?? '') ? -1 : 1));
}

/** Whether the service asks for its endpoints to be kept for it. */
export function hasSelector(service: Service): boolean {
  return service.spec?.type !== 'ExternalName' && Object.keys(service.spec?.selector ?? {}).length > 0;
}

function podBackend(service: Service, pod: Pod): Backend | undefined {
  const ip = pod.status?.podIP;
  if (!ip || isFinished(pod)) return undefined;
  const wanted = service.spec?.ports ?? [];
  const ports = resolvePorts(service, pod);
  if (wanted.length > 0 && ports.length === 0) return undefined;
  const serving = isReady(pod);
  const terminating = isTerminating(pod);
  const ready = (serving && !terminating) || service.spec?.publishNotReadyAddresses === true;
  const named = pod.spec?.hostname && pod.spec.subdomain === service.metadata.name;
  return { pod, ip, ports, serving, terminating, ready, hostname: named ? pod.spec.hostname : undefined };
}

/** A named target port is looked up in the pod; a pod that has no such port is not a backend for it. */
function resolvePorts(service: Service, pod: Pod): readonly EndpointPort[] {
  const declared = (pod.spec?.containers ?? []).flatMap(({ ports = [] }) => ports);
  const found: EndpointPort[] = [];
  for (const { name = '', port, targetPort = port, protocol = 'TCP', appProtocol } of service.spec?.ports ?? []) {
    const number =
      typeof targetPort === 'number'
        ? targetPort
        : declared.find((one) => one.name === targetPort && (one.protocol ?? 'TCP') === protocol)?.containerPort;
    if (number === undefined) continue;
    found.push({ ...(name && { name }), port: number, protocol, ...(appProtocol && { appProtocol }) });
  }
  return found;
}
