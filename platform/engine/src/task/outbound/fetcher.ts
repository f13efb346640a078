import { createHmac } from 'node:crypto';

/** One request to somewhere outside the platform. */
export interface FetchRequest {
  readonly url: string;
  /** @default 'GET' */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** A longer response is refused. @default 1 MiB */
  readonly maxBytes?: number;
}

/** What came back, whatever its status. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a request whose address a user wrote. Rejects with RetryableError when there is no response, with TerminalError when
 * the address must not be reached.
 */
export type Fetcher = (request: FetchRequest) => Promise<FetchResponse>;

/** A message to a webhook. */
export interface WebhookMessage {
  /** The same each time it is sent. */
  readonly delivery: string;
  readonly body: string;
  /** When it is sent, in milliseconds since the epoch. */
  readonly now: number;
  /** What signs it; undefined: nothing does. */
  readonly key: Buffer | string | undefined;
}

/**
 * The headers by which a receiver knows a message: `x-kubemin-delivery`, `x-kubemin-timestamp` in seconds, and with a
 * key `x-kubemin-signature`, which is `sha256=` and the hex HMAC of the timestamp, a dot, and the body.
 */
export function webhookHeaders({ delivery, body, now, key }: WebhookMessage): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  return {
    'x-kubemin-delivery': delivery,
    'x-kubemin-timestamp': timestamp,
    ...(key !== undefined && { 'x-kubemin-signature': signature(key, `${timestamp}.${body}`) }),
  };
}

function signature(key: Buffer | string, text: string): string {
  return `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;
}
