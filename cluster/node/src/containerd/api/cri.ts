import { flag, type GrpcMethod, integer, list, type MessageOf, message, nested, text, textMap } from '../grpc/index.ts';

/*
 * The messages of the Container Runtime Interface (runtime.v1) that are used, by the names and numbers of its specification.
 * Fields that nothing here reads or writes are left out.
 */

const int64Value = message({ value: integer(1) });

/** Enumerations of the interface. */
export const NAMESPACE = { pod: 0, container: 1, node: 2, target: 3 } as const;
export const PROPAGATION = { none: 0, fromNode: 1, both: 2 } as const;
export const PROFILE = { runtimeDefault: 0, unconfined: 1, localhost: 2 } as const;
export const SANDBOX_READY = 0;
export const CONTAINER_STATE = { created: 0, running: 1, exited: 2, unknown: 3 } as const;

const namespaceOption = message({
  network: integer(1),
  pid: integer(2),
  ipc: integer(3),
  targetId: text(4),
  usernsOptions: nested(
    5,
    message({
      mode: integer(1),
      uids: list(nested(2, message({ hostId: integer(1), containerId: integer(2), length: integer(3) }))),
      gids: list(nested(3, message({ hostId: integer(1), containerId: integer(2), length: integer(3) }))),
    }),
  ),
});

const securityProfile = message({ profileType: integer(1), localhostRef: text(2) });

const resources = message({
  cpuPeriod: integer(1),
  cpuQuota: integer(2),
  cpuShares: integer(3),
  memoryLimitInBytes: integer(4),
  oomScoreAdj: integer(5),
  unified: textMap(9),
  memorySwapLimitInBytes: integer(10),
});
export type CriResources = MessageOf<typeof resources>;

const sandboxMetadata = message({ name: text(1), uid: text(2), namespace: text(3), attempt: integer(4) });

const sandboxConfig = message({
  metadata: nested(1, sandboxMetadata),
  hostname: text(2),
  logDirectory: text(3),
  labels: textMap(6),
  annotations: textMap(7),
  linux: nested(
    8,
    message({
      cgroupParent: text(1),
      securityContext: nested(
        2,
        message({
          namespaceOptions: nested(1, namespaceOption),
          privileged: flag(6),
          seccomp: nested(9, securityProfile),
        }),
      ),
      sysctls: textMap(3),
      resources: nested(5, resources),
    }),
  ),
});
export type CriSandboxConfig = MessageOf<typeof sandboxConfig>;

const imageSpec = message({ image: text(1) });
const containerMetadata = message({ name: text(1), attempt: integer(2) });

const containerConfig = message({
  metadata: nested(1, containerMetadata),
  image: nested(2, imageSpec),
  command: list(text(3)),
  workingDir: text(5),
  envs: list(nested(6, message({ key: text(1), value: text(2) }))),
  mounts: list(
    nested(7, message({ containerPath: text(1), hostPath: text(2), readonly: flag(3), propagation: integer(5) })),
  ),
  devices: list(nested(8, message({ containerPath: text(1), hostPath: text(2), permissions: text(3) }))),
  labels: textMap(9),
  annotations: textMap(10),
  logPath: text(11),
  stdin: flag(12),
  stdinOnce: flag(13),
  tty: flag(14),
  linux: nested(
    15,
    message({
      resources: nested(1, resources),
      securityContext: nested(
        2,
        message({
          capabilities: nested(1, message({ addCapabilities: list(text(1)), dropCapabilities: list(text(2)) })),
          privileged: flag(2),
          namespaceOptions: nested(3, namespaceOption),
          runAsUser: nested(5, int64Value),
          readonlyRootfs: flag(7),
          supplementalGroups: list(integer(8)),
          apparmorProfile: text(9),
          noNewPrivs: flag(11),
          runAsGroup: nested(12, int64Value),
          maskedPaths: list(text(13)),
          readonlyPaths: list(text(14)),
          seccomp: nested(15, securityProfile),
        }),
      ),
    }),
  ),
});
export type CriContainerConfig = MessageOf<typeof containerConfig>;

const sandbox = message({
  id: text(1),
  metadata: nested(2, sandboxMetadata),
  state: integer(3),
  createdAt: integer(4),
  labels: textMap(5),
  annotations: textMap(6),
});
export type CriSandbox = MessageOf<typeof sandbox>;

const container = message({
  id: text(1),
  podSandboxId: text(2),
  metadata: nested(3, containerMetadata),
  state: integer(6),
  createdAt: integer(7),
  labels: textMap(8),
  annotations: textMap(9),
});
export type CriContainer = MessageOf<typeof container>;

const containerStatus = message({
  id: text(1),
  state: integer(3),
  createdAt: integer(4),
  startedAt: integer(5),
  finishedAt: integer(6),
  exitCode: integer(7),
  reason: text(10),
  message: text(11),
  logPath: text(15),
});
export type CriContainerStatus = MessageOf<typeof containerStatus>;

const nothing = message({});
const sandboxId = message({ podSandboxId: text(1) });
const containerId = message({ containerId: text(1) });

function runtimeMethod<Q, R>(
  name: string,
  request: GrpcMethod<Q, R>['request'],
  response: GrpcMethod<Q, R>['response'],
): GrpcMethod<Q, R> {
  return { path: `/runtime.v1.RuntimeService/${name}`, request, response };
}

function imageMethod<Q, R>(
  name: string,
  request: GrpcMethod<Q, R>['request'],
  response: GrpcMethod<Q, R>['response'],
): GrpcMethod<Q, R> {
  return { path: `/runtime.v1.ImageService/${name}`, request, response };
}

/** The methods of the interface that are used. */
export const cri = {
  version: runtimeMethod(
    'Version',
    message({ version: text(1) }),
    message({ runtimeName: text(2), runtimeVersion: text(3) }),
  ),
  runPodSandbox: runtimeMethod(
    'RunPodSandbox',
    message({ config: nested(1, sandboxConfig), runtimeHandler: text(2) }),
    sandboxId,
  ),
  stopPodSandbox: runtimeMethod('StopPodSandbox', sandboxId, nothing),
  removePodSandbox: runtimeMethod('RemovePodSandbox', sandboxId, nothing),
  podSandboxStatus: runtimeMethod(
    'PodSandboxStatus',
    sandboxId,
    message({ status: nested(1, message({ createdAt: integer(4), network: nested(5, message({ ip: text(1) })) })) }),
  ),
  listPodSandbox: runtimeMethod('ListPodSandbox', nothing, message({ items: list(nested(1, sandbox)) })),
  createContainer: runtimeMethod(
    'CreateContainer',
    message({ podSandboxId: text(1), config: nested(2, containerConfig), sandboxConfig: nested(3, sandboxConfig) }),
    containerId,
  ),
  startContainer: runtimeMethod('StartContainer', containerId, nothing),
  removeContainer: runtimeMethod('RemoveContainer', containerId, nothing),
  listContainers: runtimeMethod(
    'ListContainers',
    message({ filter: nested(1, message({ podSandboxId: text(3) })) }),
    message({ containers: list(nested(1, container)) }),
  ),
  containerStatus: runtimeMethod('ContainerStatus', containerId, message({ status: nested(1, containerStatus) })),
  updateContainerResources: runtimeMethod(
    'UpdateContainerResources',
    message({ containerId: text(1), linux: nested(2, resources) }),
    nothing,
  ),
  reopenContainerLog: runtimeMethod('ReopenContainerLog', containerId, nothing),
  attach: runtimeMethod(
    'Attach',
    message({ containerId: text(1), stdin: flag(2), tty: flag(3), stdout: flag(4), stderr: flag(5) }),
    message({ url: text(1) }),
  ),
  imageStatus: imageMethod(
    'ImageStatus',
    message({ image: nested(1, imageSpec) }),
    message({ image: nested(1, message({ id: text(1) })) }),
  ),
  listImages: imageMethod(
    'ListImages',
    nothing,
    message({ images: list(nested(1, message({ id: text(1), repoDigests: list(text(3)) }))) }),
  ),
  pullImage: imageMethod('PullImage', message({ image: nested(1, imageSpec) }), message({ imageRef: text(1) })),
  removeImage: imageMethod('RemoveImage', message({ image: nested(1, imageSpec) }), nothing),
} as const;
