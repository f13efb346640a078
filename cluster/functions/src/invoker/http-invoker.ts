import { RetryableError } from '@kubemin/base';
import { asJsonObject, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import { functionMessages } from '../messages/index.ts';
import {
  COLD_HEADER,
  ERROR_HEADER,
  EVENT_ID_HEADER,
  FROM_WORKFLOW_HEADER,
  type FunctionCall,
  type FunctionInvoker,
  type FunctionResult,
} from './function-invoker.ts';

export interface HttpInvokerOptions {
  /** The URL of the gateway, without a path: `http://127.0.0.1:50001`. */
  readonly url: string;
  /** The bearer token for functions that need one. @default none is sent */
  readonly tokenFor?: (call: Pick<FunctionCall, 'namespace' | 'name'>) => Promise<string | undefined>;
}

/** Calls functions by HTTP requests to the gateway. */
export function httpInvoker({ url, tokenFor }: HttpInvokerOptions): FunctionInvoker {
  return {
    async invoke(call) {
      const { namespace, name, eventId, fromWorkflow, signal } = call;
      const token = await tokenFor?.(call);
      const response = await send(
        new URL(`/functions/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`, url),
        {
          method: 'POST',
          body: JSON.stringify(call.arguments),
          headers: {
            'content-type': 'application/json',
            ...(eventId !== undefined && { [EVENT_ID_HEADER]: eventId }),
            ...(fromWorkflow === true && { [FROM_WORKFLOW_HEADER]: 'true' }),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          signal,
        },
      );
      return readResult(response);
    },
  };
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function send(url: URL, init: RequestInit): Promise<ReceivedResponse> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new RetryableError(functionMessages.gatewayUnreachable({ url: url.origin }), {
      code: 'FUNCTION_GATEWAY_UNREACHABLE',
      cause,
    });
  }
}

function readResult({ status, headers, text }: ReceivedResponse): FunctionResult {
  const cold = headers.get(COLD_HEADER) === 'true';
  const body = parseJson(text);
  const type = headers.get(ERROR_HEADER);
  if (type === null && status < 400) return { status, result: body ?? null, cold };
  const described = asJsonObject(isJsonObject(body) ? body.error : undefined);
  const message = typeof described?.message === 'string' ? described.message : text;
  return {
    status,
    result: null,
    error: { type: type ?? (typeof described?.type === 'string' ? described.type : 'Error'), message },
    cold,
  };
}

/** Not JSON: what a server of the runtime http returned is its text. */
function parseJson(text: string): JsonValue | undefined {
  if (text === '') return undefined;
  try {
    const parsed: JsonValue = JSON.parse(text);
    return parsed;
  } catch {
    return text;
  }
}
