/**
 * What each built-in kind does differently from the generic write path: defaults, validation, what updates may change,
 * deletion, and unique things such as service addresses. `Strategy` is the interface, `builtinStrategies` the table; a
 * kind without an entry is a plain object. Strategies get frozen objects and return new ones. `Reservations` keep
 * addresses and ports unique, also among several servers on one storage.
 */
export type { Amounts } from './amounts.ts';
export { conditionProblems } from './certificate-requests.ts';
export { type Problems, required } from './field-checks.ts';
export { NAMESPACE_FINALIZER } from './namespaces.ts';
export { defaultPodSpec } from './pod/pod-defaults.ts';
export { validatePodSpec } from './pod/pod-spec.ts';
export { SYSTEM_PRIORITIES } from './priority-classes.ts';
export { Reservations } from './reservations.ts';
export {
  holdings,
  KUBERNETES_SERVICE_IP,
  NODE_PORTS,
  reservationOwner,
  SERVICE_IPS,
  SERVICE_NETWORK,
} from './service-addresses.ts';
export { builtinStrategies } from './strategies.ts';
export type { FieldReader, NameRule, Strategy, StrategyContext } from './strategy.ts';
export { clientConfigProblems } from './webhooks.ts';
