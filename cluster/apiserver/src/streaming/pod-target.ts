import { badRequest, type KubeObject, notFound } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { isPod } from '../handler/index.ts';
import { placeOfCall, type ResourceCall, type ServerParts } from '../registry/index.ts';

/** The pod a request is about, as it is now. */
export async function readPod(server: ServerParts, call: ResourceCall): Promise<Pod> {
  await server.cache.refresh();
  const found = server.registry.read(call.resource, placeOfCall(call));
  if (isPod(found)) return found;
  throw badRequest('only pods have this');
}

/** The node a pod was bound to; 404 where that is gone. Undefined before it is bound. */
export function findPodNode(server: ServerParts, { spec }: Pod): Node | undefined {
  const name = spec?.nodeName ?? '';
  if (name === '') return undefined;
  return findNode(server, name);
}

/** A node by its name. */
export function findNode(server: ServerParts, name: string): Node {
  const nodes = server.resources.find(core.v1.nodes);
  const found = nodes === undefined ? undefined : server.registry.read(nodes, { namespace: '', name });
  if (found !== undefined && isNode(found)) return found;
  throw notFound(core.v1.nodes, name);
}

/** The container that is meant; without a name, that of a pod which has one only. */
export function containerName({ metadata, spec }: Pod, asked: string | null): string {
  const names = (list: readonly { readonly name: string }[] = []): readonly string[] => list.map(({ name }) => name);
  const [containers, init, ephemeral] = [
    names(spec?.containers),
    names(spec?.initContainers),
    names(spec?.ephemeralContainers),
  ];
  if (asked !== null && asked !== '') {
    if ([...containers, ...init, ...ephemeral].includes(asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`);
  }
  const [only, ...more] = containers;
  if (only !== undefined && more.length === 0) return only;
  const others = init.length === 0 ? '' : ` or one of the init containers: [${init.join(' ')}]`;
  throw badRequest(
    `a container name must be specified for pod ${metadata.name}, choose one of: [${containers.join(' ')}]${others}`,
  );
}

/** `/containerLogs/NS/POD/CONTAINER`: where a kubelet has something of a pod. */
export function kubeletPath(root: string, { metadata }: Pod, container?: string): string {
  const parts = [root, metadata.namespace ?? '', metadata.name ?? '', ...(container === undefined ? [] : [container])];
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

function isNode(object: KubeObject): object is Node {
  return object.kind === 'Node';
}
