import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptHeaders, CHANNEL_PROTOCOLS, type ChannelProtocol, offeredProtocols } from '@kubemin/kubeapi/stream';
import { KubeletError } from './node-work.ts';

/** A request for the connection itself. */
export interface Upgrade {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Duplex;
}

/** What the connection shall become. */
export type UpgradeForm =
  | { readonly kind: 'websocket'; readonly key: string; readonly protocol: string | undefined }
  | { readonly kind: 'spdy'; readonly protocol: string };

/** What a subprotocol must be one of, for each kind of connection. */
export interface KnownProtocols {
  readonly websocket: readonly string[];
  readonly spdy: readonly string[];
}

/** The first form that the client offers and we know; 400 for none, 403 for one we cannot agree on, as kubelets do. */
export function negotiate(headers: IncomingHttpHeaders, known: KnownProtocols): UpgradeForm {
  const asked = headers.upgrade?.toLowerCase();
  if (asked === 'websocket') {
    const offered = offeredProtocols(headers['sec-websocket-protocol']);
    const protocol = offered.find((name) => known.websocket.includes(name));
    if (protocol === undefined && offered.length > 0) throw noAgreement(offered, known.websocket);
    return { kind: 'websocket', key: headers['sec-websocket-key'] ?? '', protocol };
  }
  if (asked !== 'spdy/3.1') throw new KubeletError(400, 'Upgrade request required');
  const offered = [headers['x-stream-protocol-version'] ?? []].flat().flatMap(offeredProtocols);
  const protocol = offered.find((name) => known.spdy.includes(name));
  if (protocol === undefined) throw noAgreement(offered, known.spdy);
  return { kind: 'spdy', protocol };
}

/** Confirms the upgrade of the connection to the client. */
export function switchProtocols(socket: Duplex, form: UpgradeForm): void {
  const headers =
    form.kind === 'websocket'
      ? acceptHeaders(form.key, form.protocol)
      : { Connection: 'Upgrade', Upgrade: 'SPDY/3.1', 'X-Stream-Protocol-Version': form.protocol };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
}

/** How channels are encoded in a subprotocol; clients that named none use the oldest. */
export function channelProtocol(name: string | undefined): ChannelProtocol {
  const found = CHANNEL_PROTOCOLS.find((protocol) => protocol.name === (name ?? 'channel.k8s.io'));
  if (found === undefined) throw new KubeletError(400, `${name} has no channels`);
  return found;
}

function noAgreement(offered: readonly string[], known: readonly string[]): KubeletError {
  return new KubeletError(
    403,
    `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${known.join(' ')}]`,
  );
}
