import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

/** A port of a container, as components list it. */
export interface PortInput {
  readonly port: number;
}

interface Listed {
  readonly from: number;
  readonly to: number;
  readonly protocol: string;
  /** The port on the host, as written. */
  readonly published?: string | undefined;
}

const SHORT = /^(?:(\[[^\]]*\]|[\d.]+|[\w.-]*[a-zA-Z][\w.-]*):)?(?:(\d+(?:-\d+)?)?:)?(\d+)(?:-(\d+))?(?:\/(\w+))?$/;
const MOST_PORTS = 250;

/** The ports of a service. */
export interface ServicePorts {
  readonly ports: readonly PortInput[];
  /** Where some are UDP: a component's own ports are TCP, those of its Service need not be. */
  readonly trait?: TraitsInput['service'];
}

/** Reads the ports a service publishes and those it exposes. Ports of the host stay behind. */
export function readPorts(service: Part): ServicePorts {
  const found = new Set<number>();
  const datagrams = new Set<number>();
  for (const part of [...service.at('ports').items, ...service.at('expose').items]) {
    const listed = part.isMap ? longForm(part) : shortForm(part);
    if (listed === undefined) {
      part.omit('This is not a port or range of ports.');
      continue;
    }
    if (listed.protocol !== 'tcp' && listed.protocol !== 'udp') {
      part.omit(`A component listens on TCP and UDP, not on ${listed.protocol.toUpperCase()}.`);
      continue;
    }
    if (listed.to - listed.from + found.size + datagrams.size >= MOST_PORTS) {
      part.omit(`A component has at most ${MOST_PORTS} ports.`);
      continue;
    }
    const list = listed.protocol === 'udp' ? datagrams : found;
    for (let port = listed.from; port <= listed.to; port++) list.add(port);
    if (listed.published === undefined) continue;
    part.note(
      `the port ${listed.published} of the host`,
      'Nothing is published on hosts. The component has a Service; add an ingress to reach it from outside.',
    );
  }
  const ports = [...found].map((port) => ({ port }));
  if (datagrams.size === 0) return { ports };
  return { ports, trait: { ports: [...ports, ...[...datagrams].map((port) => ({ port, protocol: 'UDP' as const }))] } };
}

function shortForm(part: Part): Listed | undefined {
  const [, , published, from, to, protocol = 'tcp'] = SHORT.exec(part.peek()?.trim() ?? '') ?? [];
  if (from === undefined) return undefined;
  part.accept();
  return checked({ from: Number(from), to: Number(to ?? from), protocol: protocol.toLowerCase(), published });
}

function longForm(part: Part): Listed | undefined {
  const target = part.at('target').number();
  if (target === undefined) return undefined;
  const protocol = part.at('protocol').text() ?? 'tcp';
  part.at('mode').accept();
  return checked({ from: target, to: target, protocol, published: part.at('published').text() });
}

function checked(listed: Listed): Listed | undefined {
  const { from, to } = listed;
  return Number.isInteger(from) && from >= 1 && to <= 65_535 && from <= to ? listed : undefined;
}
