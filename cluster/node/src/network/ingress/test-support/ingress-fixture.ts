import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Clock, type Random, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Secret, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import { IngressController, type IngressControllerOptions, type ObjectSource } from '../ingress-controller.ts';

/** Objects in memory. */
export class MemorySource<T extends KubeObject> implements ObjectSource<T> {
  readonly #objects = new Map<string, T>();
  readonly #handlers = new Set<(change: { readonly object: T }) => void>();

  constructor(...objects: readonly T[]) {
    for (const object of objects) this.put(object);
  }

  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  onChange(handler: (change: { readonly object: T }) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  put(object: T): void {
    this.#objects.set(`${object.metadata.namespace}/${object.metadata.name}`, object);
    for (const handler of this.#handlers) handler({ object });
  }

  remove(object: T): void {
    this.#objects.delete(`${object.metadata.namespace}/${object.metadata.name}`);
    for (const handler of this.#handlers) handler({ object });
  }
}

export interface EndpointAt {
  readonly address: string;
  readonly port: number;
  readonly isTerminating?: boolean;
}

/** A Service with one port 80. */
export function serviceNamed(name: string): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'shop' },
    spec: { ports: [{ port: 80, targetPort: 8080 }] },
  };
}

/** The slice of one endpoint: each may have a port of its own. */
export function sliceAt(service: string, { address, port, isTerminating = false }: EndpointAt): EndpointSlice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${service}-${address}-${port}`,
      namespace: 'shop',
      labels: { 'kubernetes.io/service-name': service },
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: [address], conditions: { ready: !isTerminating, terminating: isTerminating } }],
    ports: [{ port }],
  };
}

export interface IngressFields {
  readonly name?: string;
  readonly host?: string;
  readonly path?: string;
  readonly pathType?: string;
  readonly service?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly tls?: NonNullable<Ingress['spec']>['tls'];
}

/** An Ingress with one path. */
export function ingressTo({
  name = 'web',
  host = 'shop.test',
  path = '/',
  pathType = 'Prefix',
  service = 'web',
  annotations = {},
  tls,
}: IngressFields): Ingress {
  const prefixed = Object.entries(annotations).map(([key, value]) => [`nginx.ingress.kubernetes.io/${key}`, value]);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, namespace: 'shop', annotations: Object.fromEntries(prefixed) },
    spec: {
      rules: [
        { host, http: { paths: [{ path, pathType, backend: { service: { name: service, port: { number: 80 } } } }] } },
      ],
      ...(tls === undefined ? {} : { tls }),
    },
  };
}

/** A controller over sources in memory, with everything closed at the end. */
export class IngressFixture implements AsyncDisposable {
  readonly ingresses = new MemorySource<Ingress>();
  readonly services = new MemorySource<Service>();
  readonly slices = new MemorySource<EndpointSlice>();
  readonly secrets = new MemorySource<Secret>();
  readonly events: { readonly object: KubeObject; readonly event: RecordedEvent }[] = [];
  readonly statuses: string[] = [];
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #controller: IngressController | undefined;

  /** Starts the controller and returns its ports. */
  async start(
    options: Partial<IngressControllerOptions> & { clock?: Clock; random?: Random; isSecure?: boolean } = {},
  ) {
    const { isSecure = false, ...rest } = options;
    this.#controller = new IngressController({
      sources: {
        ingresses: this.ingresses,
        services: this.services,
        endpointSlices: this.slices,
        secrets: this.secrets,
      },
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
      events: { record: (object, event) => this.events.push({ object, event }) },
      writeStatus: async (ingress, addresses) => {
        this.statuses.push(`${ingress.metadata.name} ${JSON.stringify(addresses)}`);
      },
      addresses: [{ ip: '127.0.0.1' }],
      ...rest,
    });
    const ports = await this.#controller.listen({ host: '127.0.0.1', httpPort: 0, ...(isSecure && { httpsPort: 0 }) });
    return { controller: this.#controller, port: ports.httpPort ?? 0, httpsPort: ports.httpsPort ?? 0 };
  }

  /** An HTTP server; not yet an endpoint. */
  async serve(listener: RequestListener): Promise<EndpointAt & { readonly server: Server }> {
    return await this.adopt(createHttpServer(listener));
  }

  /** A server of plain sockets; not yet an endpoint. */
  async serveRaw(listener: (socket: Socket) => void): Promise<EndpointAt & { readonly server: Server }> {
    return await this.adopt(createServer(listener));
  }

  /** Makes a Service with these endpoints. */
  addService(name: string, ...endpoints: readonly EndpointAt[]): void {
    this.services.put(serviceNamed(name));
    for (const endpoint of endpoints) this.slices.put(sliceAt(name, endpoint));
  }

  /** A connection to a port; what comes back is in `text()`. */
  async connect(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    this.#sockets.add(socket);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Sends bytes on a connection of their own, and returns what comes back until it is closed. */
  async roundTrip(port: number, bytes: string): Promise<string> {
    const connection = await this.connect(port);
    connection.socket.write(bytes, 'latin1');
    await connection.closed;
    return connection.text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.#controller?.close();
    for (const server of this.#servers) server.close();
  }

  /** Starts a server, to be closed at the end. */
  async adopt(server: Server): Promise<EndpointAt & { readonly server: Server }> {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { address: '127.0.0.1', port, server };
  }
}

/** A connection whose bytes are kept. */
export class RawConnection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  text = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.text += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.on('close', resolve));
  }

  /** Resolves when the text has this in it. */
  async until(part: string): Promise<string> {
    while (!this.text.includes(part)) {
      if (this.socket.destroyed) throw new Error(`closed without "${part}"; got: ${this.text}`);
      await new Promise((resolve) => {
        this.socket.once('data', resolve);
        this.socket.once('close', resolve);
      });
    }
    return this.text;
  }
}
