import type { KubeObject } from '@kubemin/kubeapi';
import type { EventRecorder, RecordedEvent } from '../resource/index.ts';

/** The API rejects events with longer messages. */
const MAX_EVENT_CHARACTERS = 1000;

/** Records an event with its message truncated to the limit of the API. */
export function recordPhaseEvent(events: EventRecorder, object: KubeObject, event: RecordedEvent): void {
  const { message } = event;
  const fitting = message.length > MAX_EVENT_CHARACTERS ? `${message.slice(0, MAX_EVENT_CHARACTERS)}…` : message;
  events.record(object, { ...event, message: fitting });
}
