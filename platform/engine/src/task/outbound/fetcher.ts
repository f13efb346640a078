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
