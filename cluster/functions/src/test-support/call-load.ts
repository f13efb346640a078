import { Agent, request } from 'node:http';

/** What came of one call. */
export interface CallOutcome {
  readonly id: number;
  readonly status: number;
  readonly body: string;
}

/**
 * Calls a function from several clients, one call after the other in each, until it is stopped. The argument `id` is different
 * in every call, so that responses can be distinguished.
 */
export class CallLoad {
  readonly outcomes: CallOutcome[] = [];
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #clients: readonly Promise<void>[];
  #sent = 0;
  #stopped = false;

  constructor(url: string, clients: number) {
    this.#url = url;
    this.#clients = Array.from({ length: clients }, () => this.#run());
  }

  get sent(): number {
    return this.#sent;
  }

  /** Resolves with all outcomes when the last call has its response. */
  async stop(): Promise<readonly CallOutcome[]> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
    return this.outcomes;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const id = this.#sent;
      this.#sent += 1;
      this.outcomes.push(await this.#call(id));
    }
  }

  #call(id: number): Promise<CallOutcome> {
    const { promise, resolve } = Promise.withResolvers<CallOutcome>();
    const body = JSON.stringify({ id });
    const headers = { 'content-length': Buffer.byteLength(body) };
    const lost = (error: Error): void => resolve({ id, status: 0, body: error.message });
    request(this.#url, { method: 'POST', agent: this.#agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ id, status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
        .on('error', lost);
    })
      .on('error', lost)
      .end(body);
    return promise;
  }
}

/** The calls whose response is not that of the function to their own id. */
export function badOutcomes(outcomes: readonly CallOutcome[]): readonly CallOutcome[] {
  return outcomes.filter(({ id, status, body }) => {
    if (status !== 200) return true;
    const parsed: unknown = JSON.parse(body);
    return !(typeof parsed === 'object' && parsed !== null && 'id' in parsed && parsed.id === id);
  });
}
