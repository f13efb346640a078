import type { QueueMessage } from '../queue-driver.ts';

/** The field that holds the payload. */
export const PAYLOAD_FIELD = 'p';

/** An entry as the client library gives it. */
export interface StreamEntry {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

/** An entry without our field has an empty payload, which cannot be parsed. */
export function toQueueMessage({ id, message }: StreamEntry): QueueMessage {
  return { id, payload: message[PAYLOAD_FIELD] ?? '' };
}
