import { bytes, flag, type GrpcMethod, integer, list, message, nested, text } from '../grpc/index.ts';

/*
 * The messages of containerd's own services that are used, by the names and numbers of their definitions: commands in containers are
 * run by its tasks, as the interface for runtimes cannot end one, nor its input alone.
 */

const any = message({ typeUrl: text(1), value: bytes(2) });
const nothing = message({});
const process = message({ containerId: text(1), execId: text(2) });

/** The namespace of containerd in which its CRI plugin keeps pods. */
export const CRI_NAMESPACE = { 'containerd-namespace': 'k8s.io' } as const;

/** What an event of the topic `/tasks/exit` has. */
export const taskExit = message({ containerId: text(1), id: text(2) });
/** The type of the processes that commands are. */
export const PROCESS_TYPE = 'types.containerd.io/opencontainers/runtime-spec/1/Process';

function method<Q, R>(
  path: string,
  request: GrpcMethod<Q, R>['request'],
  response: GrpcMethod<Q, R>['response'],
): GrpcMethod<Q, R> {
  return { path: `/containerd.services.${path}`, request, response };
}

/** The methods that are used. */
export const containerd = {
  exec: method(
    'tasks.v1.Tasks/Exec',
    message({
      containerId: text(1),
      stdin: text(2),
      stdout: text(3),
      stderr: text(4),
      terminal: flag(5),
      spec: nested(6, any),
      execId: text(7),
    }),
    nothing,
  ),
  start: method('tasks.v1.Tasks/Start', process, message({ pid: integer(1) })),
  wait: method('tasks.v1.Tasks/Wait', process, message({ exitStatus: integer(1) })),
  kill: method(
    'tasks.v1.Tasks/Kill',
    message({ containerId: text(1), execId: text(2), signal: integer(3), all: flag(4) }),
    nothing,
  ),
  closeIo: method(
    'tasks.v1.Tasks/CloseIO',
    message({ containerId: text(1), execId: text(2), stdin: flag(3) }),
    nothing,
  ),
  resizePty: method(
    'tasks.v1.Tasks/ResizePty',
    message({ containerId: text(1), execId: text(2), width: integer(3), height: integer(4) }),
    nothing,
  ),
  deleteProcess: method('tasks.v1.Tasks/DeleteProcess', process, nothing),
  getTask: method(
    'tasks.v1.Tasks/Get',
    process,
    message({ process: nested(1, message({ pid: integer(3), status: integer(4) })) }),
  ),
  getContainer: method(
    'containers.v1.Containers/Get',
    message({ id: text(1) }),
    message({ container: nested(1, message({ id: text(1), spec: nested(5, any) })) }),
  ),
  updateContainer: method(
    'containers.v1.Containers/Update',
    message({
      container: nested(1, message({ id: text(1), spec: nested(5, any) })),
      updateMask: nested(2, message({ paths: list(text(1)) })),
    }),
    nothing,
  ),
  subscribe: method(
    'events.v1.Events/Subscribe',
    message({ filters: list(text(1)) }),
    message({ topic: text(3), event: nested(4, any) }),
  ),
} as const;
