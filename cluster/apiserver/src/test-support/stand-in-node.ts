// A node that is only an HTTP server, in this process. For tests.
import { createServer, type RequestListener, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import type { NodeConnections } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';

/** Gives every connection to one listener; remembers for which nodes they were. */
export class StandInNode implements NodeConnections {
  readonly connected: string[] = [];
  readonly ends: Duplex[] = [];
  readonly #server: Server;

  constructor(listener: RequestListener, onUpgrade?: (url: string, socket: Duplex) => void) {
    this.#server = createServer(listener);
    if (onUpgrade !== undefined) {
      this.#server.on('upgrade', (request, socket) => onUpgrade(request.url ?? '', socket));
    }
  }

  async connect(node: Node): Promise<Duplex> {
    this.connected.push(node.metadata.name ?? '');
    const [near, far] = duplexPair();
    near.on('close', () => far.destroy());
    this.ends.push(far);
    this.#server.emit('connection', far);
    return near;
  }
}
