import type { Part } from '../source/part.ts';

const HOST = 'Pods do not reach into the machine they run on.';
const NETWORK = 'All components of an application reach each other by name; there are no further networks.';

/** Why keys of a service stay behind, where there is more to say than that KubeMin has nothing like them. */
const REASONS: Readonly<Record<string, string>> = {
  container_name: 'Pods are named by Kubernetes; others reach the component by its own name.',
  hostname: 'Pods are named by Kubernetes; others reach the component by its own name.',
  network_mode: NETWORK,
  external_links: NETWORK,
  extra_hosts: 'The hosts file of a pod is not part of the model; use DNS names.',
  dns: 'Pods use the DNS of the cluster.',
  dns_search: 'Pods use the DNS of the cluster.',
  logging: 'Logs are read from the cluster, whatever driver is named here.',
  profiles:
    'Compose starts it only with one of these profiles; here it is deployed with the others. Set its replicas to 0, or move it into an application of its own.',
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
export function omitUnsupported(
  service: Part,
  { name, image }: { readonly name: string; readonly image: string },
): void {
  service
    .at('build')
    .omit(`KubeMin runs images and does not build them. Build and push "${image}", or name another image.`);
  omitNetworks(service.at('networks'), name);
  for (const [key, part] of service.entries) {
    const reason = Object.hasOwn(REASONS, key) ? REASONS[key] : undefined;
    if (reason !== undefined) part.omit(reason);
  }
}

/** A further name on a network is an address that others may use; the rest of a network means nothing here. */
function omitNetworks(networks: Part, name: string): void {
  const aliases = networks.entries.flatMap(([, network]) => network.at('aliases').items);
  if (aliases.length === 0) {
    networks.omit(NETWORK);
    return;
  }
  for (const [, network] of networks.entries) {
    for (const [key, part] of network.entries) if (key !== 'aliases') part.omit(NETWORK);
  }
  for (const alias of aliases) {
    alias.omit(`Others reach it as "${name}" only. Replace the name "${alias.peek() ?? ''}" where it is used.`);
  }
}
