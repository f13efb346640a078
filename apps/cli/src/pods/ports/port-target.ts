import type { KubeClient } from '@kubemin/kube';
import { formatLabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { connect } from '../../connection/index.ts';
import { portMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../../terminal/index.ts';
import { ClusterPods, toSelectedPod } from '../cluster-pods.ts';
import { withPods } from '../objects/object-cluster.ts';
import { PlatformPods } from '../platform-pods.ts';
import { namesCluster, type PodAccess, type PodRequest, type SelectedPod } from '../pod-access.ts';
import { readyPod } from '../pod-containers.ts';
import { withPodAccess } from '../with-pod-access.ts';

/** A pod whose ports are reached, and how these are called. */
export interface ReachedPod {
  readonly pod: Pick<SelectedPod, 'name' | 'uid'>;
  /** The number of a port; throws where nothing is called so. */
  portNumber(port: number | string): number;
}

/** Pods whose ports are forwarded. */
export interface PortTarget {
  readonly access: Pick<PodAccess, 'openPort'>;
  /** A pod that can be reached, as it is now. */
  find(): Promise<ReachedPod>;
}

/** A port of a Service, and the port of its pods. */
interface ServicePort {
  readonly port: number;
  readonly name?: string | undefined;
  readonly target: number | string;
}

const SERVICE = /^(?:svc|services?)\/(.+)$/;

/** Reads `svc/NAME` beside what commands about pods take. */
export async function withPortTarget<T>(
  context: CommandContext,
  request: PodRequest & { readonly target: string },
  use: (target: PortTarget) => Promise<T>,
): Promise<T> {
  const name = SERVICE.exec(request.target)?.[1];
  if (name !== undefined) {
    return namesCluster(request)
      ? useClusterService(context, request, name, use)
      : use(await platformService(context, request.namespace ?? 'default', name));
  }
  return withPodAccess(context, request, (access) => {
    const find = async (): Promise<ReachedPod> => {
      const pod = readyPod(await access.list(), request.target);
      return { pod, portNumber: (port) => podPort(pod, port) };
    };
    return use({ access, find });
  });
}

async function platformService(context: CommandContext, namespace: string, name: string): Promise<PortTarget> {
  const connection = await connect(context);
  const findService = async () => {
    const { services } = await connection.client.clusterServices(DEFAULT_CLUSTER, { namespace, name });
    const [service] = services;
    if (service !== undefined) return service;
    throw new CliError(portMessages.noService({ name, namespace }), {
      code: 'SERVICE_NOT_FOUND',
      exitCode: ExitCode.notFound,
      hint: portMessages.otherServices,
    });
  };
  const { appId } = await findService();
  const access = new PlatformPods(connection, { appId, namespace });
  const find = async (): Promise<ReachedPod> => {
    const { pods: names, ports } = await findService();
    const pods = (await access.list()).filter((pod) => names.includes(pod.name));
    return servicePod(name, pods, ports);
  };
  return { access, find };
}

function useClusterService<T>(
  context: CommandContext,
  request: PodRequest,
  name: string,
  use: (target: PortTarget) => Promise<T>,
): Promise<T> {
  const { namespace = 'default' } = request;
  return withPods(context, request, async (client) => {
    const access = new ClusterPods(context, client, { kind: 'application', namespace, labelSelector: '' });
    try {
      return await use({ access, find: () => clusterServicePod(client, namespace, name) });
    } finally {
      access.close();
    }
  });
}

async function clusterServicePod(client: KubeClient, namespace: string, name: string): Promise<ReachedPod> {
  const { spec } = await client.resource(core.v1.services, namespace).get(name);
  const { selector = {}, ports = [] } = spec ?? {};
  if (Object.keys(selector).length === 0) {
    throw new CliError(portMessages.noSelector({ name }), {
      code: 'SERVICE_WITHOUT_PODS',
      exitCode: ExitCode.failed,
      hint: portMessages.namePod,
    });
  }
  const labelSelector = formatLabelSelector(labelSelectorFromObject({ matchLabels: selector }));
  const { items } = await client.resource(core.v1.pods, namespace).list({ labelSelector });
  const targets = ports.map(({ port, name: called, targetPort }) => ({
    port,
    name: called,
    target: targetPort ?? port,
  }));
  return servicePod(name, items.map(toSelectedPod), targets);
}

function servicePod(name: string, pods: readonly SelectedPod[], ports: readonly ServicePort[]): ReachedPod {
  const pod = readyPod(pods, `svc/${name}`);
  return { pod, portNumber: (port) => podPort(pod, targetPort(name, ports, port)) };
}

/** What a port of a Service leads to. */
function targetPort(service: string, ports: readonly ServicePort[], asked: number | string): number | string {
  const found = ports.find(({ port, name }) => asked === port || asked === name);
  if (found !== undefined) return found.target;
  throw noPort(`svc/${service}`, asked, ports);
}

function podPort({ name, containers }: SelectedPod, asked: number | string): number {
  if (typeof asked === 'number') return asked;
  const ports = containers.flatMap((container) => container.ports);
  const found = ports.find((port) => port.name === asked);
  if (found !== undefined) return found.port;
  throw noPort(`pod/${name}`, asked, ports);
}

function noPort(
  owner: string,
  asked: number | string,
  ports: readonly { readonly port: number; readonly name?: string | undefined }[],
): CliError {
  const known = ports.map(({ port, name }) => (name === undefined ? String(port) : `${port} (${name})`));
  return new CliError(portMessages.noPort({ owner, port: String(asked) }), {
    code: 'PORT_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: known.length === 0 ? portMessages.giveNumber : portMessages.knownPorts({ ports: known.join(', ') }),
  });
}
