/**
 * Commands on pods and objects of a cluster: logs, exec and attach (`runSession`), forwarded ports (`openLocalPort`),
 * and objects of files. `withPodAccess` and `withPortTarget` reach pods through the platform, and only with a kubeconfig
 * that was named through its cluster; `withCluster` connects to the selected cluster for commands on objects and turns
 * its errors into those of a command. The terminal is restored however a session ends. `deleteObjects` is for objects
 * that belong to no application.
 */
export { ClusterPods } from './cluster-pods.ts';
export { readNodeUsage, readPodUsage } from './cluster-usage.ts';
export { type InputMode, runSession, sessionExit } from './container-session.ts';
export { LogPrinter } from './log-printer.ts';
export { deleteObjects } from './objects/delete-objects.ts';
export { DEFAULT_NAMESPACE, type NamedObject, namedObject } from './objects/named-object.ts';
export { isNotFound, toCommandError, withCluster } from './objects/object-cluster.ts';
export { type Listed, objectColumns } from './objects/object-columns.ts';
export { kindNamed, type ObjectKind, type ObjectPlace, placeIn } from './objects/object-kind.ts';
export { readObjects, type WrittenObject } from './objects/read-objects.ts';
export { platformPods } from './platform-pods.ts';
export type { ContainerPlace, LogRequest, LogSink, PodAccess, PodRequest, SelectedPod } from './pod-access.ts';
export {
  chooseContainer,
  hasRestarted,
  hasStarted,
  readyPod,
  requireContainer,
  selectContainers,
} from './pod-containers.ts';
export { type LocalPort, openLocalPort } from './ports/local-port.ts';
export { PodConnections } from './ports/pod-connections.ts';
export { type PortPair, portPair } from './ports/port-pair.ts';
export { withPortTarget } from './ports/port-target.ts';
export { withPodAccess } from './with-pod-access.ts';
