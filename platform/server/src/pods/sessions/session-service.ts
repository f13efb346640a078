import type { Clock } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import {
  COMMAND_PROTOCOLS,
  type DebugContainer,
  type DebugRequest,
  PORT_PROTOCOL,
  type PodAttachRequest,
  type PodCommandRequest,
  podRoutes,
} from '@kubemin/client';
import { attachToPod, openPodPorts, type PodCommand, startPodCommand } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { WantedStreams } from '@kubemin/kubeapi/stream';
import type { Pod, SecurityContext } from '@kubemin/kubeapi/types/core.v1';
import { imageFault } from '@kubemin/model';
import {
  ApiError,
  bindJson,
  bindSocket,
  type Caller,
  type RequestSubject,
  type SocketServer,
} from '../../api/index.ts';
import { isMissingRight } from '../../clusters/index.ts';
import { podMessages } from '../../messages/index.ts';
import { type ApplicationPods, clusterError, type NeededRight, type PodPlace, podName } from '../application-pods.ts';
import { containerNames, defaultContainer, findContainer, findStatus } from '../pod-view.ts';
import type { StreamLimit } from '../stream-limit.ts';
import { bridgeCommand } from './command-bridge.ts';
import { bridgePort } from './port-bridge.ts';

export interface SessionServiceOptions {
  readonly pods: ApplicationPods;
  readonly sessions: StreamLimit;
  /** A session without data for this long is closed. */
  readonly idleMs: number;
  /** Images for debugging, or their beginnings followed by `*`; without any, all. */
  readonly debugImages: readonly string[];
  readonly clock: Clock;
}

/** A request for a session, as far as all kinds of them have it. */
export interface SessionRequest {
  readonly params: { readonly appId: string; readonly pod: string };
  readonly caller: Caller;
  about(subject: RequestSubject): void;
  readonly signal: AbortSignal;
}

/** The value of the chart that grants exec, attach and port-forward. */
const EXEC_SETTING = 'access.exec: true';

interface CommandToOpen {
  readonly right: NeededRight;
  readonly container: string | undefined;
  readonly words: readonly string[];
  /** With the container that was chosen. */
  streams(pod: Pod, container: string): WantedStreams;
  open(place: PodPlace, name: ContainerPlace, streams: WantedStreams): Promise<PodCommand>;
}

interface ContainerPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly signal: AbortSignal;
}

/** Commands in containers of an application, and connections to their ports. */
export class SessionService {
  readonly #options: SessionServiceOptions;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
  }

  /** Starts the command before the connection is upgraded, so that every refusal is an ordinary response. */
  exec(request: SessionRequest, { container, command, stdin, tty }: PodCommandRequest): Promise<SocketServer> {
    return this.#open(request, {
      right: { verb: 'create', resource: 'pods/exec', setting: EXEC_SETTING },
      container,
      words: command,
      streams: () => ({ stdin, tty, stdout: true, stderr: !tty }),
      open: ({ client }, name) => startPodCommand(client, { ...name, command, stdin, tty }),
    });
  }

  attach(request: SessionRequest, { container, stdin }: PodAttachRequest): Promise<SocketServer> {
    return this.#open(request, {
      right: { verb: 'create', resource: 'pods/attach', setting: EXEC_SETTING },
      container,
      words: [],
      streams: (pod, name) => {
        const tty = findContainer(pod, name)?.tty ?? false;
        return { stdin, tty, stdout: true, stderr: !tty };
      },
      open: ({ client }, name, { tty }) => attachToPod(client, { ...name, stdin, tty }),
    });
  }

  /**
   * Adds an ephemeral container with what restricts the one it looks at, so that the role exec gains nothing by the other image; whether
   * the image can be pulled is known later.
   */
  async debug(
    { params, about }: Pick<SessionRequest, 'params' | 'about'>,
    { image, container: target }: DebugRequest,
  ): Promise<DebugContainer> {
    const { pods, debugImages } = this.#options;
    requireImage(image, debugImages);
    const place = await pods.place(params.appId);
    const pod = await pods.get(place, params.pod);
    const { phase = 'Pending' } = pod.status ?? {};
    if (phase !== 'Running') throw podNotRunning(podName(pod), phase);
    requireRoom(place, pod);
    const name = debugName(pod);
    const seen = target === undefined ? '' : ` target=${target}`;
    about({ detail: `${podName(pod)}/${name} image=${image}${seen}` });
    const securityContext = debugSecurity(pod, target ?? defaultContainer(pod));
    const debug = {
      // A shell that waits for input runs until the pod ends, whatever the image would start.
      ...{ name, image, command: ['sh'], stdin: true, tty: true },
      ...(target !== undefined && { targetContainerName: chooseContainer(pod, target) }),
      ...(securityContext !== undefined && { securityContext }),
    };
    const right: NeededRight = { verb: 'patch', resource: 'pods/ephemeralcontainers', setting: EXEC_SETTING };
    await pods.ask(place, right, (signal) =>
      place.client
        .resource(core.v1.pods, place.namespace)
        .patch(
          podName(pod),
          { type: 'strategic', body: { spec: { ephemeralContainers: [debug] } } },
          { signal, subresource: 'ephemeralcontainers' },
        )
        .catch(async (error: unknown) => {
          // The pod or the subresource: a pod that is gone is reported as such.
          if (isStatusError(error, 'NotFound')) await pods.get(place, podName(pod));
          throw isRefused(error) ? debugUnsupported(place, pod, errorMessage(error), error) : error;
        }),
    );
    return { pod: podName(pod), container: name, image };
  }

  /** Connects to the port before the connection is upgraded; whether something listens there is known later. */
  async forward(request: SessionRequest, port: number): Promise<SocketServer> {
    const { pods, sessions, idleMs, clock } = this.#options;
    const { params, caller, about, signal } = request;
    const place = await pods.place(params.appId);
    const pod = await pods.get(place, params.pod);
    about({ detail: `${podName(pod)}:${port}` });
    const { phase = 'Pending' } = pod.status ?? {};
    if (phase !== 'Running') throw podNotRunning(podName(pod), phase);
    sessions.take(caller, signal);
    const right: NeededRight = { verb: 'create', resource: 'pods/portforward', setting: EXEC_SETTING };
    try {
      const { namespace } = place;
      const ports = await openPodPorts(place.client, { namespace, pod: podName(pod), signal });
      const connection = await ports.open(port);
      return (session) => bridgePort(session, { ports, connection, idleMs, clock });
    } catch (error) {
      if (!isEnded(error)) throw clusterError(place, right, error);
      throw podNotRunning(podName(pod), errorMessage(error).message, error);
    }
  }

  async #open({ params, caller, about, signal }: SessionRequest, wanted: CommandToOpen): Promise<SocketServer> {
    const { pods, sessions, idleMs, clock } = this.#options;
    const place = await pods.place(params.appId);
    const pod = await pods.get(place, params.pod);
    const container = chooseContainer(pod, wanted.container);
    about({ detail: `${podName(pod)}/${container}` });
    requireRunning(pod, container);
    sessions.take(caller, signal);
    const over = new AbortController();
    const streams = wanted.streams(pod, container);
    const name: ContainerPlace = {
      ...{ namespace: place.namespace, pod: podName(pod), container },
      signal: AbortSignal.any([signal, over.signal]),
    };
    const command = await wanted.open(place, name, streams).catch((error: unknown) => {
      throw sessionError(place, { ...name, right: wanted.right }, error);
    });
    const { words } = wanted;
    const stop = (): void => over.abort();
    return (session) => bridgeCommand(session, { command, words, wanted: streams, stop, idleMs, clock });
  }
}

/** The error for a session that the cluster has refused. */
function sessionError(
  place: PodPlace,
  { pod, container, right }: { readonly pod: string; readonly container: string; readonly right: NeededRight },
  error: unknown,
): ApiError {
  if (isEnded(error)) {
    const reason = errorMessage(error);
    return new ApiError('CONTAINER_NOT_RUNNING', podMessages.notRunning({ pod, container, reason: reason.message }), {
      cause: error,
    });
  }
  return clusterError(place, right, error);
}

/** The pod was there a moment ago: it has ended, or its node has not reported yet that the container has. */
function isEnded(error: unknown): boolean {
  return isStatusError(error, 'NotFound') || isStatusError(error, 'BadRequest') || isStatusError(error, 'Conflict');
}

/** Clusters before Kubernetes 1.25 do not have the subresource; policies and static pods refuse the container. */
function isRefused(error: unknown): boolean {
  return (
    (isStatusError(error, 'Forbidden') && !isMissingRight(error)) ||
    isStatusError(error, 'NotFound') ||
    isStatusError(error, 'MethodNotAllowed') ||
    isStatusError(error, 'Invalid') ||
    isStatusError(error, 'BadRequest')
  );
}

function debugUnsupported({ cluster }: PodPlace, pod: Pod, reason: Message, cause?: unknown): ApiError {
  return new ApiError('DEBUG_UNSUPPORTED', podMessages.debugUnsupported({ cluster, pod: podName(pod), reason }), {
    cause,
  });
}

/** Refuses what is no image, and what the settings do not allow. */
function requireImage(image: string, allowed: readonly string[]): void {
  const fault = imageFault(image);
  if (fault !== undefined) {
    throw new ApiError('BAD_REQUEST', podMessages.debugImageInvalid({ image, reason: fault.message }));
  }
  const isAllowed = (pattern: string): boolean =>
    pattern.endsWith('*') ? image.startsWith(pattern.slice(0, -1)) : image === pattern;
  if (allowed.length > 0 && !allowed.some(isAllowed)) {
    throw new ApiError('BAD_REQUEST', podMessages.debugImageNotAllowed({ image, allowed: [...allowed] }));
  }
}

/** Each stays until the pod is gone, and counts in what the API server has to keep of it. */
const MOST_DEBUG_CONTAINERS = 10;

function requireRoom(place: PodPlace, pod: Pod): void {
  const count = pod.spec?.ephemeralContainers?.length ?? 0;
  if (count >= MOST_DEBUG_CONTAINERS) throw debugUnsupported(place, pod, podMessages.debugLimit({ count }));
}

/** As an image without a user runs as root, which the pod may not allow. */
const UNPRIVILEGED_USER = 65_534;

/** What restricts a container restricts the one beside it; what the pod restricts, Kubernetes applies itself. */
function debugSecurity({ spec }: Pod, target: string | undefined): SecurityContext | undefined {
  const known = [...(spec?.containers ?? []), ...(spec?.initContainers ?? []), ...(spec?.ephemeralContainers ?? [])];
  const own = known.find(({ name }) => name === target)?.securityContext;
  const { runAsNonRoot, runAsUser } = { ...spec?.securityContext, ...own };
  return runAsNonRoot === true && runAsUser === undefined ? { ...own, runAsUser: UNPRIVILEGED_USER } : own;
}

/** Ephemeral containers are never removed, so that each needs a name of its own. */
function debugName(pod: Pod): string {
  const taken = containerNames(pod);
  let number = 1;
  while (taken.includes(`debug-${number}`)) number += 1;
  return `debug-${number}`;
}

function podNotRunning(pod: string, reason: string, cause?: unknown): ApiError {
  return new ApiError('CONTAINER_NOT_RUNNING', podMessages.podNotRunning({ pod, reason }), { cause });
}

function chooseContainer(pod: Pod, named: string | undefined): string {
  const known = containerNames(pod);
  const chosen = named ?? defaultContainer(pod) ?? '';
  if (known.includes(chosen)) return chosen;
  throw new ApiError(
    'CONTAINER_NOT_FOUND',
    podMessages.containerNotFound({ pod: podName(pod), container: chosen, known: [...known] }),
  );
}

function requireRunning(pod: Pod, container: string): void {
  const state = findStatus(pod, container)?.state;
  if (state?.running !== undefined) return;
  const reason = state?.waiting?.reason ?? state?.terminated?.reason ?? pod.status?.phase ?? 'Pending';
  throw new ApiError('CONTAINER_NOT_RUNNING', podMessages.notRunning({ pod: podName(pod), container, reason }));
}

/** Which method of the service handles which route about sessions. */
export function sessionHandlers(service: SessionService) {
  return {
    execInPod: bindSocket(podRoutes.execInPod, COMMAND_PROTOCOLS, ({ query, ...request }) =>
      service.exec(request, query),
    ),
    attachToPod: bindSocket(podRoutes.attachToPod, COMMAND_PROTOCOLS, ({ query, ...request }) =>
      service.attach(request, query),
    ),
    debugPod: bindJson(podRoutes.debugPod, ({ body, ...request }) => service.debug(request, body)),
    forwardPort: bindSocket(podRoutes.forwardPort, [PORT_PROTOCOL], (request) =>
      service.forward(request, request.params.port),
    ),
  };
}
