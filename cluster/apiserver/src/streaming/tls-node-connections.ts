import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { RetryableError, TerminalError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { NodeConnections } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { AddressNotAllowedError, KubeletAddresses, type LocalEndpoints } from './kubelet-address.ts';
import { KubeletCertificates, nodeIdentityProblem } from './kubelet-certificate.ts';

/** Who the API server is to kubelets, and which kubelets it connects to. */
export interface TlsNodeConnectionsOptions {
  /** Of a client, with its key; PEM. Read for each connection: both may be renewed meanwhile. */
  readonly cert: string;
  readonly key: string;
  /** This machine, which nodes must not lead back to. */
  readonly local: LocalEndpoints;
  readonly authority: KubeletAuthority;
  /** Resolves host names of nodes. @default as the system does */
  readonly lookup?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

/**
 * `required`: only certificates that this authority has signed count, for the node's name or the address connected to.
 * `cluster`: what the cluster's own authority has signed is verified, and from then on nothing else counts for that
 * node; kubelets without such a certificate sign their own, which are not verified.
 */
export type KubeletAuthority =
  | { readonly kind: 'required'; readonly ca: string }
  | { readonly kind: 'cluster'; readonly ca: string; hasSigned(node: string): boolean };

const ADDRESS_TYPES = ['InternalIP', 'InternalDNS', 'Hostname', 'ExternalDNS', 'ExternalIP'];
const TIMEOUT_MS = 10_000;

/** Connections to kubelets that listen on the network, at their first address that is reachable and allowed. */
export function tlsNodeConnections(options: TlsNodeConnectionsOptions): NodeConnections {
  const addresses = new KubeletAddresses(options.local);
  const { authority, lookup: resolve = systemLookup } = options;
  const certificates = new KubeletCertificates(authority.kind === 'cluster' ? authority.hasSigned : () => false);
  return {
    connect: async (node, signal) => {
      const { port, hosts } = kubeletEndpoint(node);
      const failures: Error[] = [];
      for (const host of hosts) {
        for (const found of await resolveHost(host, resolve).catch(recordFailure(failures, host))) {
          signal.throwIfAborted();
          try {
            // What was checked is what is connected to: a name may mean something else a moment later.
            const address = addresses.check(found, port);
            return await dial({
              ...options,
              node: node.metadata.name ?? '',
              host,
              address,
              port,
              signal,
              certificates,
            });
          } catch (error) {
            recordFailure(failures, host)(error);
          }
        }
      }
      signal.throwIfAborted();
      const [first] = failures;
      if (first !== undefined && failures.every((error) => error instanceof AddressNotAllowedError)) throw first;
      throw new RetryableError(verbatim(failures.map(({ message }) => message).join('; ')), {
        code: 'NODE_UNREACHABLE',
      });
    },
  };
}

/** Sends each node's connections the way that fits it. */
export function connectionsBy(choose: (node: Node) => NodeConnections): NodeConnections {
  return { connect: (node, signal) => choose(node).connect(node, signal) };
}

function recordFailure(failures: Error[], host: string): (error: unknown) => readonly string[] {
  return (error) => {
    const failure = toError(error);
    failures.push(
      failure instanceof AddressNotAllowedError ? failure : new Error(`${host}: ${failure.message}`, { cause: error }),
    );
    return [];
  };
}

async function resolveHost(
  host: string,
  resolve: NonNullable<TlsNodeConnectionsOptions['lookup']>,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  return (await resolve(host)).map(({ address }) => address);
}

function systemLookup(hostname: string): Promise<readonly LookupAddress[]> {
  return lookup(hostname, { all: true });
}

function kubeletEndpoint({ metadata, status }: Node): { readonly port: number; readonly hosts: readonly string[] } {
  const port = status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  const addresses = status?.addresses ?? [];
  const hosts = ADDRESS_TYPES.flatMap((type) => addresses.filter((each) => each.type === type)).map(
    ({ address }) => address,
  );
  if (port > 0 && hosts.length > 0) return { port, hosts };
  throw new TerminalError(verbatim(`node ${metadata.name} has no kubelet address or port`), {
    code: 'NODE_ADDRESS_MISSING',
  });
}

interface DialOptions extends TlsNodeConnectionsOptions {
  /** The name of the node. */
  readonly node: string;
  /** As the node gives it: an address or a name. */
  readonly host: string;
  /** Checked. */
  readonly address: string;
  readonly port: number;
  readonly signal: AbortSignal;
  readonly certificates: KubeletCertificates;
}

function dial(dialled: DialOptions): Promise<Duplex> {
  const { node, host, address, port, cert, key, authority, signal, certificates } = dialled;
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const socket: TLSSocket = tlsConnect({
    host: address,
    port,
    cert,
    key,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
    ca: authority.ca,
    rejectUnauthorized: authority.kind === 'required',
    checkServerIdentity: (_host, shown) =>
      authority.kind === 'cluster' || nodeIdentityProblem(shown, node) === undefined
        ? undefined
        : checkServerIdentity(host, shown),
  });
  const cut = (): void => {
    socket.destroy(toError(signal.reason));
  };
  signal.addEventListener('abort', cut, { once: true });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
  socket.once('error', reject);
  socket.once('close', () => signal.removeEventListener('abort', cut));
  socket.once('secureConnect', () => {
    try {
      if (authority.kind === 'cluster') certificates.verify(socket, node);
    } catch (error) {
      socket.destroy();
      reject(toError(error));
      return;
    }
    // From here on silence is no fault: a log may be followed for days.
    socket.setTimeout(0);
    signal.removeEventListener('abort', cut);
    resolve(socket);
  });
  return promise;
}
