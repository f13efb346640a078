import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { RetryableError, TerminalError, toError } from '@kubemin/base';
import type { NodeConnections } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';

/** Who the API server is to kubelets. */
export interface TlsNodeConnectionsOptions {
  /** Of a client, with its key; PEM. */
  readonly cert: string;
  readonly key: string;
  /** Whose certificates of kubelets count. @default any: kubelets make their own, unless somebody signs them */
  readonly ca?: string | undefined;
}

const ADDRESS_TYPES = ['InternalIP', 'InternalDNS', 'Hostname', 'ExternalDNS', 'ExternalIP'];
const PATIENCE_MS = 10_000;

/** Connections to kubelets that listen on the network, at the first address of theirs that answers. */
export function tlsNodeConnections(options: TlsNodeConnectionsOptions): NodeConnections {
  return {
    connect: async (node, signal) => {
      const { port, hosts } = endpointOf(node);
      const failures: string[] = [];
      for (const host of hosts) {
        signal.throwIfAborted();
        try {
          return await dial({ ...options, host, port, signal });
        } catch (error) {
          failures.push(`${host}: ${toError(error).message}`);
        }
      }
      signal.throwIfAborted();
      throw new RetryableError(failures.join('; '), { code: 'NODE_UNREACHABLE' });
    },
  };
}

/** Sends each node's connections the way that fits it. */
export function connectionsBy(choose: (node: Node) => NodeConnections): NodeConnections {
  return { connect: (node, signal) => choose(node).connect(node, signal) };
}

function endpointOf({ metadata, status }: Node): { readonly port: number; readonly hosts: readonly string[] } {
  const port = status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  const addresses = status?.addresses ?? [];
  const hosts = ADDRESS_TYPES.flatMap((type) => addresses.filter((each) => each.type === type)).map(
    ({ address }) => address,
  );
  if (port > 0 && hosts.length > 0) return { port, hosts };
  throw new TerminalError(`node ${metadata.name} does not say where its kubelet listens`, {
    code: 'NODE_ADDRESS_MISSING',
  });
}

interface Dialled extends TlsNodeConnectionsOptions {
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
}

function dial({ host, port, cert, key, ca, signal }: Dialled): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const socket = tlsConnect({
    host,
    port,
    cert,
    key,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
  });
  const cut = (): void => {
    socket.destroy(toError(signal.reason));
  };
  signal.addEventListener('abort', cut, { once: true });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
  socket.once('error', reject);
  socket.once('close', () => signal.removeEventListener('abort', cut));
  socket.once('secureConnect', () => {
    // From here on silence is no fault: a log may be followed for days.
    socket.setTimeout(0);
    signal.removeEventListener('abort', cut);
    resolve(socket);
  });
  return promise;
}
