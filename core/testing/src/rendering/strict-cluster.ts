import type { KubeObject } from '@kubemin/kubeapi';
import { eventually, startTestCluster, type TestCluster } from '../index.ts';

/** A real API server that is asked to be strict: for what it thinks of rendered objects. */
export class StrictCluster {
  readonly #cluster: TestCluster;

  private constructor(cluster: TestCluster) {
    this.#cluster = cluster;
  }

  /** Starts one that also knows the given custom kinds. */
  static async start(kinds: readonly KubeObject[] = []): Promise<StrictCluster> {
    const cluster = new StrictCluster(await startTestCluster({ controllers: false }));
    for (const kind of kinds) {
      const complaints = await cluster.#create(kind);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    }
    return cluster;
  }

  /** What the server refuses or warns of, with the object concerned; nothing when all objects are well. */
  async complaints(objects: readonly KubeObject[]): Promise<readonly string[]> {
    const namespaces = new Set(objects.map(({ metadata }) => metadata.namespace ?? 'default'));
    for (const name of namespaces) {
      if (name !== 'default') await this.#create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    const found: string[] = [];
    for (const object of objects) found.push(...(await this.#create(object)));
    return found;
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }

  async #create(object: KubeObject): Promise<readonly string[]> {
    const path = await this.#collection(object);
    const response = await this.#cluster.handler({
      method: 'POST',
      path,
      query: new URLSearchParams({ fieldValidation: 'Strict' }),
      headers: {},
      body: { kind: 'value', value: object },
    });
    const which = `${object.kind}/${object.metadata.name}`;
    const refused = response.status === 201 ? [] : [`${which}: ${JSON.stringify(Object(response).object)}`];
    return [...refused, ...[response.headers.warning ?? []].flat().map((warning) => `${which}: ${warning}`)];
  }

  /** Requested from the server: a custom kind is served a moment after its definition was accepted. */
  async #collection({ apiVersion, kind, metadata }: KubeObject): Promise<string> {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const entry = await eventually(async () => {
      const { status, ...response } = await this.#get(base);
      const resources: readonly { name: string; kind: string; namespaced: boolean }[] =
        status === 200 ? Object(response).object.resources : [];
      return resources.find((resource) => resource.kind === kind && !resource.name.includes('/'));
    });
    const { name, namespaced } = Object(entry);
    return namespaced ? `${base}/namespaces/${metadata.namespace ?? 'default'}/${name}` : `${base}/${name}`;
  }

  #get(path: string) {
    return this.#cluster.handler({ method: 'GET', path, query: new URLSearchParams(), headers: {} });
  }
}
