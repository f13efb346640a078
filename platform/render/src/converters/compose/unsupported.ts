import type { Part } from '../source/part.ts';

const HOST = 'Pods do not reach into the machine they run on.';
const NETWORK = 'All components of an application reach each other by name; there are no further networks.';

/** Why keys of a service stay behind, where there is more to say than that KubeMin has nothing like them. */
const REASONS: Readonly<Record<string, string>> = {
  build: 'KubeMin runs images and does not build them. Build and push the image, and name it.',
  container_name: 'Pods are named by Kubernetes; others reach the component by its own name.',
  hostname: 'Pods are named by Kubernetes; others reach the component by its own name.',
  networks: NETWORK,
  network_mode: NETWORK,
  external_links: NETWORK,
  extra_hosts: 'The hosts file of a pod is not part of the model; use DNS names.',
  dns: 'Pods use the DNS of the cluster.',
  dns_search: 'Pods use the DNS of the cluster.',
  logging: 'Logs are read from the cluster, whatever driver is named here.',
  profiles: 'Every component is deployed; put optional ones into an application of their own.',
  extends: 'The service it extends is not merged in. Write its settings here.',
  develop: 'It only matters while developing.',
  stdin_open: 'Nobody is attached to a pod.',
  tty: 'Nobody is attached to a pod.',
  pid: HOST,
  ipc: HOST,
  devices: HOST,
  ulimits: HOST,
  sysctls: HOST,
};

/** Leaves behind what has a reason of its own; whatever else is not read is listed by the ledger. */
export function omitUnsupported(service: Part): void {
  for (const [key, part] of service.entries) {
    const reason = Object.hasOwn(REASONS, key) ? REASONS[key] : undefined;
    if (reason !== undefined) part.omit(reason);
  }
}
