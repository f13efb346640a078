import type { Message } from '@kubemin/base/message';
import { composeMessages } from '../../messages/index.ts';
import type { Part } from '../source/part.ts';

const HOST = composeMessages.hostAccess;
const NETWORK = composeMessages.networks;

/** Why keys of a service stay behind, where the reason is more than that KubeMin has no equivalent. */
const REASONS: Readonly<Record<string, Message>> = {
  container_name: composeMessages.podNames,
  hostname: composeMessages.podNames,
  network_mode: NETWORK,
  external_links: NETWORK,
  extra_hosts: composeMessages.hostsFile,
  dns: composeMessages.dns,
  dns_search: composeMessages.dns,
  logging: composeMessages.logging,
  profiles: composeMessages.profiles,
  extends: composeMessages.extends,
  develop: composeMessages.develop,
  stdin_open: composeMessages.attached,
  tty: composeMessages.attached,
  pid: HOST,
  ipc: HOST,
  devices: HOST,
  ulimits: HOST,
  sysctls: HOST,
};

/** Leaves behind what has a reason of its own; whatever else is not read is listed by the record. */
export function omitUnsupported(
  service: Part,
  { name, image }: { readonly name: string; readonly image: string },
): void {
  service.at('build').omit(composeMessages.build({ image }));
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
    alias.omit(composeMessages.alias({ name, alias: alias.peek() ?? '' }));
  }
}
