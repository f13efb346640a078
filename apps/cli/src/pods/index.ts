/**
 * Commands on pods and objects of a cluster: selection (`selectPods`), logs, exec and attach (`runSession`), forwarded
 * ports (`openLocalPort`), and objects of files. `withCluster` and `withPods` connect to the selected cluster and turn
 * its errors into those of a command. The terminal is restored however a session ends. `deleteObjects` is for objects
 * that belong to no application.
 */
export { type InputMode, runSession } from './container-session.ts';
export { LogPrinter } from './log-printer.ts';
export { deleteObjects } from './objects/delete-objects.ts';
export { type NamedObject, namedObject } from './objects/named-object.ts';
export { inWords, isNotFound, withCluster, withPods } from './objects/object-cluster.ts';
export { type Listed, objectColumns } from './objects/object-columns.ts';
export { kindNamed, type ObjectKind, type ObjectPlace, placeIn } from './objects/object-kind.ts';
export { readObjects, type WrittenObject } from './objects/read-objects.ts';
export {
  chooseContainer,
  hasRestarted,
  hasStarted,
  hasTerminal,
  namedContainers,
  requireContainer,
} from './pod-containers.ts';
export { listSelectedPods, type PodSelection, selectPods } from './pod-selection.ts';
export { type LocalPort, openLocalPort } from './ports/local-port.ts';
export { PodConnections } from './ports/pod-connections.ts';
export { type PortPair, portPair } from './ports/port-pair.ts';
export { portTarget } from './ports/port-target.ts';
