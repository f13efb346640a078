import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import { freePort } from '@kubemin/testing';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import type { KubeminHome } from './kubemin-home.ts';

/**
 * A real API server that is none of KubeMin's as far as commands can see: plain HTTP, no authority of ours. Everything
 * that reaches it comes through a socket that counts connections.
 */
export class ForeignCluster {
  readonly server: string;
  readonly #tap: Server;
  #connections = 0;

  private constructor(tap: Server, port: number) {
    this.#tap = tap;
    this.server = `http://127.0.0.1:${port}`;
    tap.on('connection', () => {
      this.#connections += 1;
    });
  }

  /** Starts it in `home`, and writes its kubeconfig to each of these paths. Its context is called `foreign`. */
  static async start(home: KubeminHome, kubeconfigs: readonly string[]): Promise<ForeignCluster> {
    const port = await freePort();
    const ports = ['--secure-port', '0', '--insecure-port', String(port)];
    await home.start('apiserver', '--data-dir', home.at('foreign'), ...ports).waitForOutput('API server is up');
    const tap = createServer((socket) => {
      const upstream = connect(port, '127.0.0.1');
      socket.pipe(upstream).pipe(socket);
      for (const [one, other] of [[socket, upstream] as const, [upstream, socket] as const]) {
        one.on('error', () => other.destroy());
      }
    });
    tap.listen(0, '127.0.0.1');
    await once(tap, 'listening');
    const { port: tapped } = tap.address() as AddressInfo;
    const cluster = new ForeignCluster(tap, tapped);
    const token = await readAdminToken(dataDirectory(home.at('foreign/apiserver')).adminToken);
    const name = 'foreign';
    const kubeconfig = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server: cluster.server } }],
      users: [{ name, user: { token } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      'current-context': name,
    };
    for (const path of kubeconfigs) {
      await mkdir(dirname(path), { recursive: true });
      // JSON is YAML.
      await writeFile(path, JSON.stringify(kubeconfig));
    }
    return cluster;
  }

  /** How often it was reached since the last time this was asked. */
  takeConnections(): number {
    const taken = this.#connections;
    this.#connections = 0;
    return taken;
  }

  async close(): Promise<void> {
    this.#tap.close();
    await once(this.#tap, 'close');
  }
}
