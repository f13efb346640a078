import type { Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { GuardedConnection, GuardedPort } from '@kubemin/base/connections';
import { AuthorizationHeader, type ClientCertificate } from '../auth/index.ts';
import type { AnyRequest } from './http-request.ts';

/** The identity of the other end of a connection, as far as the connection itself shows it. */
export class Peer {
  readonly address: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** Undefined where connections are not bounded. */
  readonly connection: GuardedConnection | undefined;
  #last: AuthorizationHeader | undefined;

  constructor(parts: Pick<Peer, 'address' | 'certificate' | 'connection'>) {
    this.address = parts.address;
    this.certificate = parts.certificate;
    this.connection = parts.connection;
  }

  /** Clients repeat themselves: the last header is remembered with what was found out about it. */
  authorization(text: string | undefined): AuthorizationHeader | undefined {
    if (text === undefined) return undefined;
    if (this.#last?.text !== text) this.#last = new AuthorizationHeader(text);
    return this.#last;
  }
}

/** Caches the peer of each connection: reading the certificate for every request would cost more than the rest. */
export class Peers {
  readonly #known = new WeakMap<object, Peer>();
  readonly #port: GuardedPort | undefined;

  constructor(port: GuardedPort | undefined) {
    this.#port = port;
  }

  of(request: AnyRequest): Peer {
    const connection = requestConnection(request);
    if (connection === undefined)
      return new Peer({ address: undefined, certificate: undefined, connection: undefined });
    let peer = this.#known.get(connection);
    if (peer === undefined) {
      peer = this.#peer('socket' in connection ? connection.socket : connection);
      this.#known.set(connection, peer);
    }
    return peer;
  }

  #peer(socket: Socket | TLSSocket): Peer {
    const certificate = isTls(socket) ? peerCertificate(socket) : undefined;
    const { remoteAddress, remotePort } = socket;
    return new Peer({
      address: remoteAddress,
      certificate,
      connection: this.#port?.find({ remoteAddress, remotePort }),
    });
  }
}

/** Many HTTP/2 requests share a session; the socket they name is a stand-in made for each of them. */
function requestConnection(request: AnyRequest): Http2Session | Socket | undefined {
  return 'stream' in request ? request.stream.session : request.socket;
}

/** Read, not looked for with `in`: the socket of an HTTP/2 session is a proxy that only supports reads. */
function isTls(socket: Socket | TLSSocket): socket is TLSSocket {
  return Reflect.get(socket, 'encrypted') === true;
}

function peerCertificate(socket: TLSSocket): ClientCertificate | undefined {
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
