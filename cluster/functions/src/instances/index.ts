/**
 * One instance of a function, seen from the gateway: how it is connected to (InstanceConnections), and how it gets its
 * code and becomes ready (prepareInstance).
 */
export {
  connectDirectly,
  type DialInstance,
  type InstanceAddress,
  InstanceConnections,
  type InstanceResponse,
} from './instance-connections.ts';
export { type InstanceCode, type PreparedInstance, prepareInstance, probeInstance } from './prepare-instance.ts';
