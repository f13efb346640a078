import type { KubeClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';

/** Who says something: a program, and the node it runs on where that matters. */
export interface EventOrigin {
  readonly component: string;
  readonly host?: string;
}

/** One thing that happened to an object. */
export interface RecordedEvent {
  readonly type: 'Normal' | 'Warning';
  /** Why, in one CamelCase word that programs match on. */
  readonly reason: string;
  /** What happened, for people. Keep what varies from call to call (times, counters) out: equal messages are counted together. */
  readonly message: string;
  /** Who says it, where that is not the controller: a kubelet on its node, a scheduler under its own name. */
  readonly source?: EventOrigin;
  /** In milliseconds since the epoch. A status that is written first must not look older than the event behind it. @default now */
  readonly occurredAt?: number;
}

/** Tells people what happened to an object, where `kubectl describe` shows it. Never throws and never waits. */
export interface EventRecorder {
  /** `by` writes it, where it is not the controller that tells it but somebody for whom it acts. */
  record(object: KubeObject, event: RecordedEvent, by?: KubeClient): void;
}
