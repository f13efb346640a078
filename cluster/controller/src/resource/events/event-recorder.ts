import type { KubeClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';

/** The source of an event: a component, and the node it runs on where that matters. */
export interface EventOrigin {
  readonly component: string;
  readonly host?: string;
}

/** One thing that happened to an object. */
export interface RecordedEvent {
  readonly type: 'Normal' | 'Warning';
  /** One CamelCase word that programs match on. */
  readonly reason: string;
  /** For users. Omit what varies from call to call (times, counters): equal messages are counted together. */
  readonly message: string;
  /** The source, if it is not the controller: a kubelet on its node, a scheduler under its own name. */
  readonly source?: EventOrigin;
  /** In milliseconds since the epoch. A status that is written first must not have an older time than its event. @default now */
  readonly occurredAt?: number;
}

/** Records Events about objects, as `kubectl describe` shows them. Never throws and never waits. */
export interface EventRecorder {
  /** `by` writes the Event instead of the controller's own client. */
  record(object: KubeObject, event: RecordedEvent, by?: KubeClient): void;
}
