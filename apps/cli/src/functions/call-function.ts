import { asJsonObject, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import { functionMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, exitCodeForStatus, failureReason } from '../terminal/index.ts';
import { functionPath } from './function-cluster.ts';

const COLD_HEADER = 'x-function-cold';
const ERROR_HEADER = 'x-function-error';
/** Asks for one revision of a function. */
const REVISION_HEADER = 'x-function-revision';

/** A call of a function through the gateway. */
export interface GatewayCall {
  /** Of the gateway, without a path. */
  readonly gateway: string;
  readonly namespace: string;
  readonly name: string;
  /** JSON. */
  readonly body: string;
  readonly token: string | undefined;
  readonly revision: string | undefined;
  readonly isAsync: boolean;
}

/** What came back. */
export interface GatewayResponse {
  readonly status: number;
  readonly durationMs: number;
  readonly cold: boolean;
  /** Where the result of an asynchronous call will be. */
  readonly location: string | undefined;
  readonly bytes: Uint8Array;
  /** Undefined where the response is no JSON. */
  readonly json: JsonValue | undefined;
}

/** Calls a function. Throws a CliError for responses that report an error, and where none comes. */
export async function callFunction(context: CommandContext, call: GatewayCall): Promise<GatewayResponse> {
  const { gateway, namespace, name, body, token, revision, isAsync } = call;
  const { clock, interrupted, timeoutMs } = context;
  const limit = new AbortController();
  const cancel = timeoutMs === undefined ? undefined : clock.after(timeoutMs, () => limit.abort());
  const began = clock.monotonic();
  try {
    const response = await fetch(new URL(functionPath(namespace, name), gateway), {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(revision !== undefined && { [REVISION_HEADER]: revision }),
        ...(isAsync && { prefer: 'respond-async' }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([interrupted, limit.signal]),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const received: GatewayResponse = {
      status: response.status,
      durationMs: clock.monotonic() - began,
      cold: response.headers.get(COLD_HEADER) === 'true',
      location: response.headers.get('location') ?? undefined,
      bytes,
      json: parseJson(bytes),
    };
    const failed = response.headers.get(ERROR_HEADER);
    if (failed !== null || !response.ok) throw callFailed(name, failed ?? undefined, received);
    return received;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw noResponse(gateway, error, { isInterrupted: interrupted.aborted, isLate: limit.signal.aborted });
  } finally {
    cancel?.();
  }
}

function parseJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    const parsed: JsonValue = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return parsed;
  } catch {
    return undefined;
  }
}

/** `{ "error": { "type", "message" } }`, or whatever text came. */
function callFailed(name: string, type: string | undefined, { status, json, bytes }: GatewayResponse): CliError {
  const described = asJsonObject(isJsonObject(json) ? json.error : undefined);
  const text = typeof described?.message === 'string' ? described.message : Buffer.from(bytes).toString('utf8').trim();
  const kind = type ?? (typeof described?.type === 'string' ? described.type : 'Error');
  return new CliError(functionMessages.callFailed({ status, type: kind, text }), {
    code: 'FUNCTION_CALL_FAILED',
    exitCode: exitCodeForStatus(status),
    hint: status === 404 ? functionMessages.listFunctions : functionMessages.seeOutput({ name }),
  });
}

function noResponse(
  url: string,
  cause: unknown,
  { isInterrupted, isLate }: { readonly isInterrupted: boolean; readonly isLate: boolean },
): CliError {
  const exitCode = isInterrupted ? ExitCode.interrupted : isLate ? ExitCode.waitTimedOut : ExitCode.failed;
  // fetch wraps what went wrong.
  const why = failureReason(cause instanceof Error && cause.cause !== undefined ? cause.cause : cause);
  return new CliError(functionMessages.gatewayDown({ url, why }), {
    code: 'GATEWAY_UNREACHABLE',
    exitCode,
    hint: functionMessages.checkGateway,
    cause,
  });
}
