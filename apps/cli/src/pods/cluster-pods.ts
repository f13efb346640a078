import { errorMessage } from '@kubemin/base/message';
import {
  attachToPod,
  followPodLogs,
  type KubeClient,
  type LogLine,
  openPodPorts,
  type PodCommand,
  type PodPorts,
  readContainerLog,
  startPodCommand,
} from '@kubemin/kube';
import { podStatusText } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { PortConnection } from '@kubemin/kubeapi/stream';
import type { Container, ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import { type PodUsage, podUsage } from '../command/index.ts';
import { connect, findApplication, resolveApplicationName } from '../connection/index.ts';
import { podMessages } from '../messages/index.ts';
import type { CommandContext } from '../terminal/index.ts';
import { requireMetrics } from './cluster-usage.ts';
import { requireComponent } from './platform-pods.ts';
import {
  type ContainerPlace,
  type LogRequest,
  type LogSink,
  namedPod,
  type PodAccess,
  type PodRequest,
  type SelectedContainer,
  type SelectedPod,
  type SessionRequest,
  type UsageUnit,
} from './pod-access.ts';
import { selectContainers } from './pod-containers.ts';

/** Which pods of a cluster: one by its name, or those with labels. */
export type ClusterSelection =
  | { readonly kind: 'pod'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'application'; readonly namespace: string; readonly labelSelector: string };

/** Finds what `APP`, `APP/COMPONENT` or `pod/NAME` means in a cluster that was named; applications are those of the platform. */
export async function selectClusterPods(
  context: CommandContext,
  { target, namespace = 'default' }: Pick<PodRequest, 'target' | 'namespace'>,
): Promise<ClusterSelection> {
  const name = namedPod(target);
  if (name !== undefined) return { kind: 'pod', namespace, name };
  const [app = '', component] = (await resolveApplicationName(context, target)).split('/', 2);
  const { client } = await connect(context);
  const application = await findApplication(client, app);
  if (component !== undefined) await requireComponent(client, application, component);
  const labels = [
    `${LABEL.appId}=${application.id}`,
    ...(component === undefined ? [] : [`${LABEL.componentName}=${component}`]),
  ];
  return { kind: 'application', namespace: application.namespace, labelSelector: labels.join(',') };
}

/** Pods of the cluster of a kubeconfig that was named, with the rights of that. */
export class ClusterPods implements PodAccess {
  readonly #context: Pick<CommandContext, 'clock' | 'random'>;
  readonly #client: KubeClient;
  readonly #selection: ClusterSelection;
  readonly #ports = new Map<string, Promise<PodPorts>>();

  constructor(context: Pick<CommandContext, 'clock' | 'random'>, client: KubeClient, selection: ClusterSelection) {
    this.#context = context;
    this.#client = client;
    this.#selection = selection;
  }

  get namespace(): string {
    return this.#selection.namespace;
  }

  get isOnePod(): boolean {
    return this.#selection.kind === 'pod';
  }

  async list(): Promise<readonly SelectedPod[]> {
    const pods = this.#client.resource(core.v1.pods, this.namespace);
    if (this.#selection.kind === 'pod') return [toSelectedPod(await pods.get(this.#selection.name))];
    const { items } = await pods.list({ labelSelector: this.#selection.labelSelector });
    return items.map(toSelectedPod).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  async readLogs(request: LogRequest, names: readonly ContainerPlace[], sink: LogSink): Promise<void> {
    const { namespace } = this;
    for (const name of names) {
      const lines = readContainerLog(this.#client, { namespace, ...name }, logPart(request), request.signal);
      for await (const line of lines) if (isWanted(line, request)) sink.line(name, line);
    }
  }

  async followLogs(request: LogRequest, sink: LogSink): Promise<void> {
    const { clock, random } = this.#context;
    await followPodLogs({
      ...{ client: this.#client, clock, random, signal: request.signal },
      namespace: this.namespace,
      ...(this.#selection.kind === 'pod'
        ? { fieldSelector: `metadata.name=${this.#selection.name}`, endsWithPod: true }
        : { labelSelector: this.#selection.labelSelector }),
      part: logPart(request),
      containers: (pod) => selectContainers(toSelectedPod(pod), request),
      onLine: (name, line) => {
        if (isWanted(line, request)) sink.line(name, line);
      },
      onLeftOut: (name, reason) =>
        sink.leftOut(name, reason === 'limit' ? podMessages.tooManyLogs : errorMessage(reason)),
    });
  }

  startCommand(place: ContainerPlace, command: readonly string[], request: SessionRequest): Promise<PodCommand> {
    return startPodCommand(this.#client, { namespace: this.namespace, ...place, command, ...request });
  }

  attach(place: ContainerPlace, request: SessionRequest): Promise<PodCommand> {
    return attachToPod(this.#client, { namespace: this.namespace, ...place, ...request });
  }

  async usage(unit: UsageUnit): Promise<readonly PodUsage[]> {
    const { kind, namespace } = this.#selection;
    if (kind === 'pod') await this.list();
    return requireMetrics(
      podUsage(
        this.#client,
        this.#selection.kind === 'pod'
          ? { namespace, name: this.#selection.name }
          : { namespace, labelSelector: this.#selection.labelSelector },
        unit,
      ),
    );
  }

  /** All connections to a pod share one to the cluster. */
  async openPort(pod: string, port: number, signal: AbortSignal): Promise<PortConnection> {
    const opened = this.#ports.get(pod) ?? openPodPorts(this.#client, { namespace: this.namespace, pod, signal });
    this.#ports.set(pod, opened);
    const forget = (): void => {
      if (this.#ports.get(pod) === opened) this.#ports.delete(pod);
    };
    opened.then(({ closed }) => closed.then(forget), forget);
    return (await opened).open(port);
  }

  /** Ends all connections to ports. */
  close(): void {
    for (const opened of this.#ports.values()) {
      opened.then(
        (ports) => ports.close(),
        () => undefined,
      );
    }
  }
}

function isWanted({ text }: LogLine, { search }: LogRequest): boolean {
  return search === undefined || text.includes(search);
}

function logPart({ previous, tail, since }: LogRequest) {
  return {
    previous,
    ...(tail !== undefined && { tailLines: tail }),
    ...(since !== undefined && { sinceSeconds: Math.max(1, Math.ceil(since / 1000)) }),
  };
}

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** A pod of the Kubernetes API as the platform would return it. */
export function toSelectedPod(pod: Pod): SelectedPod {
  const { metadata, spec, status } = pod;
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  const names = containers.map(({ name }) => name);
  const preferred = names.find((name) => name === metadata.annotations?.[DEFAULT_CONTAINER]) ?? names[0];
  const view = (kind: SelectedContainer['kind']) => (container: ContainerDetails) => ({
    ...containerView(container, findStatus(pod, container.name)),
    ...{ kind, default: container.name === preferred },
  });
  return {
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    status: podStatusText(pod) || 'Unknown',
    ready: status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false,
    containers: [
      ...initContainers.map(view('init')),
      ...containers.map(view('main')),
      ...ephemeralContainers.map(view('ephemeral')),
    ],
  };
}

type ContainerDetails = Pick<Container, 'name' | 'tty' | 'ports'>;

function containerView(
  { name, tty = false, ports = [] }: ContainerDetails,
  status: ContainerStatus | undefined,
): Omit<SelectedContainer, 'kind' | 'default'> {
  const { running, waiting, terminated } = status?.state ?? {};
  const reason = waiting?.reason ?? terminated?.reason;
  const last = status?.lastState?.terminated ?? terminated;
  return {
    ...{ name, tty, restarts: status?.restartCount ?? 0 },
    state: running !== undefined ? 'running' : terminated !== undefined ? 'terminated' : 'waiting',
    ...(reason !== undefined && { reason }),
    ...(last !== undefined && { lastExit: { code: last.exitCode } }),
    ports: ports.map(({ containerPort, name: portName }) => ({
      port: containerPort,
      ...(portName !== undefined && { name: portName }),
    })),
  };
}

function findStatus({ status }: Pod, container: string): ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  const all = [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses];
  return all.find(({ name }) => name === container);
}
