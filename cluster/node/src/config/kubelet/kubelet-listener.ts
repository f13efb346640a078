import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { listenError } from '@kubemin/base';
import type { UserInfo } from '@kubemin/kubeapi';
import type { KubeletAuthority } from './kubelet-access.ts';
import type { KubeletServer } from './kubelet-server.ts';

export interface KubeletListenerOptions {
  readonly node: string;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** What clients see, PEM. */
  readonly key: string;
  readonly cert: string;
  /** Clients may show certificates of this authority, PEM. */
  readonly clientCa: string;
  readonly kubelets: KubeletServer;
  readonly authority: KubeletAuthority;
}

export interface KubeletListener extends AsyncDisposable {
  readonly port: number;
  /** What clients see from now on; connections that are open stay. */
  renew(certificate: Pick<KubeletListenerOptions, 'cert' | 'key'>): void;
}

/** A pod that keeps connections open must not take those of all others. */
const MAX_CONNECTIONS = 1_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Serves the kubelet API of a node over TLS, to clients that the authority knows and allows. */
export async function listenKubelet(options: KubeletListenerOptions): Promise<KubeletListener> {
  const { node, host, port, key, cert, clientCa, kubelets, authority } = options;
  const context = { ca: clientCa, minVersion: 'TLSv1.2' } as const;
  const server = createServer({
    ...{ key, cert, ...context, requestCert: true, rejectUnauthorized: false },
    ...{ ALPNProtocols: ['http/1.1'], handshakeTimeout: HANDSHAKE_TIMEOUT_MS },
  });
  server.maxConnections = MAX_CONNECTIONS;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.on('secureConnection', (socket) => {
    kubelets.accept(node, socket, { authority, certificate: certificateUser(socket) });
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(listenError(host, port, error)));
  server.listen(port, host, resolve);
  await promise;
  const address: AddressInfo | string | null = server.address();
  return {
    port: address === null || typeof address === 'string' ? port : address.port,
    renew: (certificate) => server.setSecureContext({ ...context, ...certificate }),
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** The user of a certificate that the authority has signed: its common name, with its organizations as groups. */
function certificateUser(socket: TLSSocket): UserInfo | undefined {
  if (!socket.authorized) return undefined;
  const { CN, O } = socket.getPeerCertificate().subject ?? {};
  const username = [CN].flat()[0];
  if (username === undefined || username === '') return undefined;
  return { username, groups: [...[O ?? []].flat(), 'system:authenticated'] };
}
