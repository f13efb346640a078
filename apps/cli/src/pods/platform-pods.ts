import { randomBytes } from 'node:crypto';
import { Duplex } from 'node:stream';
import { TerminalError } from '@kubemin/base';
import { decodeMessage, verbatim } from '@kubemin/base/message';
import {
  type Application,
  awaitDebugContainer,
  COMMAND_PROTOCOLS,
  type DebugRequest,
  type FollowLogsOptions,
  type LogList,
  type PlatformClient,
  PORT_PROTOCOL,
  podRoutes,
  type Route,
  routePath,
} from '@kubemin/client';
import { type PodCommand, socketPodCommand } from '@kubemin/kube';
import { type PortConnection, WebSocketConnection } from '@kubemin/kubeapi/stream';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { PodUsage } from '../command/index.ts';
import {
  type Connection,
  connect,
  findApplication,
  openPlatformSocket,
  type PlatformSocket,
  resolveApplicationName,
} from '../connection/index.ts';
import { applicationMessages, podMessages, portMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { usageRows } from './cluster-usage.ts';
import {
  type ContainerPlace,
  type LogRequest,
  type LogSink,
  namedPod,
  type PodAccess,
  type PodRequest,
  type SelectedPod,
  type SessionRequest,
  type UsageUnit,
} from './pod-access.ts';

/** Pods of one application, of one of its components, or one pod. */
export interface PodSelection {
  readonly appId: string;
  readonly namespace: string;
  readonly component?: string;
  readonly pod?: string;
}

/** The pods of an application through the REST API of the platform, with the rights of its user. */
export class PlatformPods implements PodAccess {
  readonly #connection: Connection;
  readonly #selection: PodSelection;

  constructor(connection: Connection, selection: PodSelection) {
    this.#connection = connection;
    this.#selection = selection;
  }

  get namespace(): string {
    return this.#selection.namespace;
  }

  get isOnePod(): boolean {
    return this.#selection.pod !== undefined;
  }

  async list(): Promise<readonly SelectedPod[]> {
    const { appId, component, pod } = this.#selection;
    const { pods } = await this.#connection.client.applicationPods(appId, { ...(component && { component }) });
    if (pod === undefined) return pods;
    const found = pods.filter(({ name }) => name === pod);
    if (found.length === 0) throw podNotFound(pod, this.namespace);
    return found;
  }

  readLogs(request: LogRequest, _names: readonly ContainerPlace[], sink: LogSink): Promise<void> {
    return this.#streamLogs({ ...this.#logFilter(request), ends: true }, sink);
  }

  followLogs(request: LogRequest, sink: LogSink): Promise<void> {
    return this.#streamLogs(this.#logFilter(request), sink);
  }

  startCommand(place: ContainerPlace, command: readonly string[], request: SessionRequest): Promise<PodCommand> {
    const { stdin, tty } = request;
    const query = new URLSearchParams({ container: place.container, stdin: String(stdin), tty: String(tty) });
    for (const word of command) query.append('command', word);
    return this.#openCommand(podRoutes.execInPod, place.pod, query, request.signal);
  }

  attach({ pod, container }: ContainerPlace, { stdin, signal }: SessionRequest): Promise<PodCommand> {
    const query = new URLSearchParams({ container, stdin: String(stdin) });
    return this.#openCommand(podRoutes.attachToPod, pod, query, signal);
  }

  /** Adds a container for debugging to a pod; resolves when it runs. */
  async debug(pod: SelectedPod, request: Partial<DebugRequest>, { clock, signal }: DebugWait): Promise<ContainerPlace> {
    const { client } = this.#connection;
    const { appId } = this.#selection;
    const { container } = await client.debugPod(appId, pod.name, request, { signal });
    const place = { pod: pod.name, container };
    await awaitDebugContainer(client, { appId, ...place }, { clock, signal }).catch((error: unknown) => {
      if (!(error instanceof TerminalError)) throw error;
      const { text, code } = error;
      if (code === 'POD_NOT_FOUND') throw podNotFound(pod.name, this.namespace);
      throw new CliError(text, { code, exitCode: ExitCode.failed, hint: podMessages.otherDebugImage, cause: error });
    });
    return place;
  }

  async usage(unit: UsageUnit): Promise<readonly PodUsage[]> {
    const { appId, namespace, component, pod } = this.#selection;
    // A missing pod is an error; a pod that is not running yet has no usage.
    if (pod !== undefined) await this.list();
    const { pods } = await this.#connection.client.applicationUsage(appId, { ...(component && { component }) });
    const meant = pods.filter((each) => pod === undefined || each.pod === pod);
    return usageRows(
      meant.map((each) => ({ ...each, namespace })),
      unit,
    );
  }

  async openPort(pod: string, port: number, signal: AbortSignal): Promise<PortConnection> {
    const path = routePath(podRoutes.forwardPort, { appId: this.#selection.appId, pod, port: String(port) });
    const request = { path, query: new URLSearchParams(), protocols: [PORT_PROTOCOL], signal };
    return portConnection(await openPlatformSocket(this.#connection, request));
  }

  async #openCommand(route: Route, pod: string, query: URLSearchParams, signal: AbortSignal): Promise<PodCommand> {
    const path = routePath(route, { appId: this.#selection.appId, pod });
    const request = { path, query, protocols: COMMAND_PROTOCOLS, signal };
    const { socket, protocol } = await openPlatformSocket(this.#connection, request);
    return socketPodCommand(socket, protocol, `GET ${path}`);
  }

  #logFilter({ previous, tail, signal, ...request }: LogRequest): FollowLogsOptions {
    return { ...this.#lineFilter(request), ...(tail !== undefined && { tail }), previous, signal };
  }

  #lineFilter({ container, allContainers, since, search }: LineRequest) {
    const { component, pod } = this.#selection;
    return {
      ...(component !== undefined && { component }),
      ...(pod !== undefined && { pod }),
      ...(container !== undefined && { container }),
      ...(since !== undefined && { since: sinceText(since) }),
      ...(search !== undefined && { q: search }),
      allContainers,
    };
  }

  /** The newest lines of pods that are gone, of all together. */
  goneLogs({ tail = MOST_LINES, signal, ...request }: LogRequest): Promise<LogList> {
    const filter = { ...this.#lineFilter(request), gone: true, tail: Math.min(Math.max(1, tail), MOST_LINES) };
    return this.#connection.client.applicationLogs(this.#selection.appId, filter, { signal });
  }

  async #streamLogs(filter: FollowLogsOptions, sink: LogSink): Promise<void> {
    const onReconnect = (reason: Error): void => sink.reconnecting(reason);
    const messages = this.#connection.client.followLogs(this.#selection.appId, { ...filter, onReconnect });
    for await (const { event } of messages) {
      if (event.kind === 'lines') for (const line of event.lines) sink.line(line, line);
      if (event.kind === 'container' && event.change === 'left-out') {
        const { message = '', texts } = event;
        sink.leftOut(event, decodeMessage(texts?.message, message) ?? verbatim(message));
      }
    }
  }
}

/** What a container for debugging is awaited with. */
export interface DebugWait extends Pick<CommandContext, 'clock'> {
  readonly signal: AbortSignal;
}

type LineRequest = Pick<LogRequest, 'container' | 'allContainers' | 'since' | 'search'>;

/** The API returns no more at once. */
const MOST_LINES = 10_000;
const MOST_UNITS = 999_999;

/** A duration as the API reads it, rounded up: in seconds, or in minutes where the number of seconds has too many digits. */
function sinceText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return seconds <= MOST_UNITS ? `${seconds}s` : `${Math.min(MOST_UNITS, Math.ceil(seconds / 60))}m`;
}

/** Finds the application that `APP`, `APP/COMPONENT` or `pod/NAME` means; without anything, that of this directory. */
export async function platformPods(
  context: CommandContext,
  { target, namespace = 'default' }: Pick<PodRequest, 'target' | 'namespace'>,
): Promise<PlatformPods> {
  const name = namedPod(target);
  // Before the platform is asked: without an application there is nothing to ask for.
  const [app = '', component] = name === undefined ? (await resolveApplicationName(context, target)).split('/', 2) : [];
  const connection = await connect(context);
  const { client } = connection;
  if (name !== undefined) {
    const { pods } = await client.clusterPods(DEFAULT_CLUSTER, { namespace, name });
    const appId = pods[0]?.appId;
    if (appId === undefined) throw podNotFound(name, namespace);
    return new PlatformPods(connection, { appId, namespace, pod: name });
  }
  const application = await findApplication(client, app);
  if (component !== undefined) await requireComponent(client, application, component);
  const { id: appId, namespace: own } = application;
  return new PlatformPods(connection, { appId, namespace: own, ...(component !== undefined && { component }) });
}

/** A name that is misspelt looks like a component that is down otherwise. */
export async function requireComponent(
  client: PlatformClient,
  { id, name }: Application,
  component: string,
): Promise<void> {
  const { components } = await client.getApplication(id);
  const names = components.map((each) => each.name);
  if (names.includes(component)) return;
  throw new CliError(podMessages.noComponent({ app: name, component }), {
    code: 'COMPONENT_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: applicationMessages.thereAre({ names: names.join(', ') }),
  });
}

function podNotFound(name: string, namespace: string): CliError {
  return new CliError(podMessages.podNotFound({ name, namespace }), {
    code: 'POD_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: podMessages.otherPods,
  });
}

const NOTHING = new Uint8Array();

/** The bytes of one connection as binary messages; an empty one ends a direction. */
function portConnection({ socket }: PlatformSocket): PortConnection {
  const connection = new WebSocketConnection({ socket, mask: () => randomBytes(4) });
  const messages = connection.messages();
  const { promise: failure, resolve } = Promise.withResolvers<string | undefined>();
  let hasEnded = false;
  /** What follows the end of the data: only why the connection is closed. */
  const finish = async (): Promise<void> => {
    hasEnded = true;
    try {
      for await (const _message of messages);
    } catch {
      // Broken off after its end, nothing is missing.
    }
    resolve(closeReason(connection));
    connection.destroy();
  };
  const readNext = async (): Promise<Uint8Array | null> => {
    const { done, value } = await messages.next();
    if (done !== true && value.byteLength > 0) return value;
    void finish();
    return null;
  };
  const data = new Duplex({
    read() {
      readNext().then(
        (bytes) => data.push(bytes),
        (error: unknown) => data.destroy(error instanceof Error ? error : undefined),
      );
    },
    write: (bytes: Uint8Array, _encoding, done) => {
      connection.send(bytes).then(() => done(), done);
    },
    final: (done) => {
      connection.send(NOTHING).then(() => done(), done);
    },
    destroy: (error, done) => {
      // After the end of the data the server closes the connection with the reason.
      if (!hasEnded) {
        connection.close();
        connection.destroy();
        resolve(undefined);
      }
      done(error);
    },
  });
  return { data, failure };
}

const DONE = 1000;

function closeReason({ received }: WebSocketConnection): string | undefined {
  if (received === undefined || received.code === DONE) return undefined;
  return received.reason || portMessages.closed({ code: received.code }).message;
}
