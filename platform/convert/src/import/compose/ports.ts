import type { Message } from '@kubemin/base/message';
import { composeMessages } from '../../messages/index.ts';
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
  /** The address of the host, as written. */
  readonly host?: string | undefined;
}

const SHORT =
  /^(?:(\[[^\]]*\]|\d+(?:\.\d+){3}|[\w.-]*[a-zA-Z][\w.-]*):)?(?:(\d+(?:-\d+)?)?:)?(\d+)(?:-(\d+))?(?:\/(\w+))?$/;
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
  const published = service.at('ports').items;
  for (const part of [...published, ...service.at('expose').items]) {
    const listed = part.isMap ? longForm(part) : shortForm(part);
    if (listed === undefined) {
      part.omit(composeMessages.portInvalid);
      continue;
    }
    if (listed.protocol !== 'tcp' && listed.protocol !== 'udp') {
      part.omit(composeMessages.protocol({ protocol: listed.protocol.toUpperCase() }));
      continue;
    }
    if (listed.to - listed.from + found.size + datagrams.size >= MOST_PORTS) {
      part.omit(composeMessages.tooManyPorts({ most: MOST_PORTS }));
      continue;
    }
    const list = listed.protocol === 'udp' ? datagrams : found;
    for (let port = listed.from; port <= listed.to; port++) list.add(port);
    if (published.includes(part)) part.note(hostPort(listed), publication(listed));
  }
  const ports = [...found].map((port) => ({ port }));
  if (datagrams.size === 0) return { ports };
  return { ports, trait: { ports: [...ports, ...[...datagrams].map((port) => ({ port, protocol: 'UDP' as const }))] } };
}

function hostPort({ host, published }: Listed): Message {
  const port = published === undefined ? composeMessages.anyHostPort : composeMessages.hostPort({ port: published });
  return host === undefined ? port : composeMessages.hostPortAt({ port, host });
}

function publication({ published, from, to }: Listed): Message {
  const inside = from === to ? String(from) : `${from}-${to}`;
  const moved =
    published === undefined || published === inside ? undefined : composeMessages.otherPort({ port: inside });
  return composeMessages.notPublished({ moved });
}

function shortForm(part: Part): Listed | undefined {
  const [, host, published, from, to, protocol = 'tcp'] = SHORT.exec(part.peek()?.trim() ?? '') ?? [];
  if (from === undefined) return undefined;
  part.accept();
  return checked({ from: Number(from), to: Number(to ?? from), protocol: protocol.toLowerCase(), published, host });
}

function longForm(part: Part): Listed | undefined {
  const target = part.at('target').number();
  if (target === undefined) return undefined;
  const protocol = part.at('protocol').text() ?? 'tcp';
  const mode = part.at('mode');
  mode.acceptIf('ingress');
  if (!mode.isCarried) mode.omit(composeMessages.publishMode);
  part.at('name').omit(composeMessages.portNames);
  const host = part.at('host_ip').text();
  return checked({ from: target, to: target, protocol, published: part.at('published').text(), host });
}

function checked(listed: Listed): Listed | undefined {
  const { from, to } = listed;
  return Number.isInteger(from) && from >= 1 && to <= 65_535 && from <= to ? listed : undefined;
}
