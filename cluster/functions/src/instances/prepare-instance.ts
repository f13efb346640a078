import { type Clock, toError } from '@kubemin/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { InstanceConnections } from './instance-connections.ts';

/** What an instance gets to become one of a function. */
export interface InstanceCode {
  /** Of the revision: an instance is loaded once, and a repeated request for the same code changes nothing. */
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  /** The content of the files by their paths, in base64. */
  readonly files: Readonly<Record<string, string>>;
  readonly entry?: string | undefined;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly defaultArguments?: JsonObject | undefined;
  readonly legacyErrors?: boolean;
}

/** What came of it: an instance that serves, or the reason why its code cannot be loaded. */
export type PreparedInstance =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly type: string; readonly message: string };

export interface PrepareOptions {
  readonly connections: InstanceConnections;
  /** Undefined for an image that is a server of its own. */
  readonly load: { readonly code: InstanceCode; readonly token: string } | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
/** One request for the health: a program that does not respond is asked again. */
const PROBE_MS = 5_000;
const LOAD_MS = 120_000;

/**
 * Waits until the server of an instance listens, hands over the code, and resolves when it is loaded or cannot be. Rejects when
 * the signal aborts.
 */
export async function prepareInstance({ connections, load, clock, signal }: PrepareOptions): Promise<PreparedInstance> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      if (load === undefined) {
        await probeInstance(connections, signal);
        return { kind: 'ready' };
      }
      const { code, token } = load;
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LOAD_MS)]);
      const body = JSON.stringify(code);
      const { status, text } = await connections.exchange('POST', '/-/load', { body, token, signal: limited });
      const outcome = readState(status, text);
      if (outcome !== undefined) return outcome;
    } catch (error) {
      signal.throwIfAborted();
      // Not listening yet. An error of the program that is there is its response.
      if (!isConnectionError(error)) throw toError(error);
    }
    await clock.sleep(pauseMs, signal);
  }
}

/** Resolves when the server of an instance responds, whatever the response is. */
export async function probeInstance(connections: InstanceConnections, signal: AbortSignal): Promise<void> {
  await connections.exchange('GET', '/healthz', { signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]) });
}

/** Undefined while the code is being loaded. */
function readState(status: number, text: string): PreparedInstance | undefined {
  const { state, error } = parseObject(text);
  if (state === 'ready') return { kind: 'ready' };
  if (state === 'loading') return undefined;
  const { type, message } = isJsonObject(error) ? error : {};
  return {
    kind: 'failed',
    type: typeof type === 'string' ? type : 'LoadFailed',
    message: typeof message === 'string' ? message : `the instance responded with ${status}`,
  };
}

function parseObject(text: string): JsonObject {
  try {
    const parsed: JsonValue = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && ('code' in error || error.name === 'TimeoutError' || error.name === 'AbortError');
}
