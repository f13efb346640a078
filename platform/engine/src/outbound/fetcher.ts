/** One request to somewhere outside the platform. */
export interface FetchRequest {
  readonly url: string;
  /** @default 'GET' */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** A longer answer is refused. @default 1 MiB */
  readonly maxBytes?: number;
}

/** What came back, whatever its status. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a request whose address a user wrote. Rejects with RetryableError when nobody answers, with TerminalError when
 * the address must not be reached.
 */
export type Fetcher = (request: FetchRequest) => Promise<FetchAnswer>;
