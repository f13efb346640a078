import type { Pod } from '../../generated/types/core.v1.gen.ts';

/** A port of the node itself that a pod takes. */
export interface HostPort {
  readonly address: string;
  /** Protocol and number, such as `TCP/80`: pods get into each other's way only where these are the same. */
  readonly port: string;
}

/** The address that means all of a node's addresses. */
const EVERYWHERE = '0.0.0.0';

/** The node's ports that the pod takes; on the host's network every declared port is one. */
export function podHostPorts({ spec }: Pod): readonly HostPort[] {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...(spec?.containers ?? []), ...sidecars].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, containerPort, hostIP, protocol = 'TCP' }) => {
      const number = hostPort || (spec?.hostNetwork === true ? containerPort : 0);
      return number === 0 ? [] : [{ address: hostIP || EVERYWHERE, port: `${protocol}/${number}` }];
    }),
  );
}

/** The ports that are taken on one node. */
export class TakenPorts {
  readonly #addresses = new Map<string, Map<string, number>>();

  take({ address, port }: HostPort): void {
    const users = this.#addresses.get(port) ?? new Map<string, number>();
    users.set(address, (users.get(address) ?? 0) + 1);
    this.#addresses.set(port, users);
  }

  release({ address, port }: HostPort): void {
    const users = this.#addresses.get(port);
    if (users === undefined) return;
    const left = (users.get(address) ?? 0) - 1;
    if (left > 0) users.set(address, left);
    else users.delete(address);
    if (users.size === 0) this.#addresses.delete(port);
  }

  isFree({ address, port }: HostPort): boolean {
    const users = this.#addresses.get(port);
    if (users === undefined) return true;
    return address !== EVERYWHERE && !users.has(address) && !users.has(EVERYWHERE);
  }
}

/**
 * Capabilities that the Pod Security level "baseline" allows containers to add: those that container runtimes grant by
 * default, so adding one again after all were dropped gives nothing extra.
 */
export const BASELINE_CAPABILITIES: readonly string[] = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];
