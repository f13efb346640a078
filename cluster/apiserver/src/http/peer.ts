import type { Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { ClientCertificate } from '../auth/authentication/authenticator.ts';
import type { AnyRequest } from './http-request.ts';

/** Who is at the other end of a connection, as far as the connection itself says it. */
export interface Peer {
  readonly address: string | undefined;
  readonly certificate: ClientCertificate | undefined;
}

/** Remembers the peer of each connection: reading a certificate anew for every request would cost more than the rest. */
export class Peers {
  readonly #known = new WeakMap<object, Peer>();

  of(request: AnyRequest): Peer {
    const connection = connectionOf(request);
    if (connection === undefined) return { address: undefined, certificate: undefined };
    let peer = this.#known.get(connection);
    if (peer === undefined) {
      peer = peerOf('socket' in connection ? connection.socket : connection);
      this.#known.set(connection, peer);
    }
    return peer;
  }
}

/** Many HTTP/2 requests share a session; the socket they name is a stand-in made for each of them. */
function connectionOf(request: AnyRequest): Http2Session | Socket | undefined {
  return 'stream' in request ? request.stream.session : request.socket;
}

function peerOf(socket: Socket | TLSSocket): Peer {
  return { address: socket.remoteAddress, certificate: isTls(socket) ? certificateOf(socket) : undefined };
}

/** Read, not looked for with `in`: the socket of an HTTP/2 session is a stand-in that only answers reads. */
function isTls(socket: Socket | TLSSocket): socket is TLSSocket {
  return Reflect.get(socket, 'encrypted') === true;
}

function certificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const shown: Partial<PeerCertificate> | null = socket.getPeerCertificate();
  if (shown === null || shown.subject === undefined) return undefined;
  return {
    verified: socket.authorized,
    commonName: texts(shown.subject.CN)[0],
    organizations: texts(shown.subject.O),
    notBefore: Date.parse(shown.valid_from ?? ''),
    notAfter: Date.parse(shown.valid_to ?? ''),
  };
}

/** A name that occurs several times in a subject comes as a list. */
function texts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string');
}
