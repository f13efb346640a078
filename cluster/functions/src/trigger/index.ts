/**
 * Event triggers: for each event of a source (files, a schedule, webhooks, objects, Redis streams, Kafka topics) a function
 * is called or a workflow started. `eventTriggerModule` watches and delivers; `createHookHandler` receives webhooks.
 *
 * Guarantees: an event is stored in the status of its trigger, together with the position of its source, before it counts
 * as received; it is delivered at least once, always with the same id, and repeated with growing delays while the target
 * fails. A target that fails never stops the source or other events. What happened while no controller ran is found by
 * comparison with the stored position.
 */
export { createHookHandler, type HookHandler, type HookHandlerOptions } from './hook-handler.ts';
export { eventTriggerModule, type TriggerModuleOptions } from './trigger-controller.ts';
export { TRIGGER_LABEL } from './trigger-delivery.ts';
export {
  type EventTrigger,
  eventTriggers,
  TRIGGER_TYPES,
  type TriggerSpec,
  type TriggerStatus,
  type TriggerType,
} from './trigger-resource.ts';
