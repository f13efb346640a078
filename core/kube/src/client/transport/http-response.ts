import type { IncomingMessage } from 'node:http';
import { RetryableError } from '@kubemin/base';
import { type ApiResponse, deepFreeze } from '@kubemin/kubeapi';
import { connectionMessages } from '../../messages/index.ts';
import { parseWatchBatches } from './watch-lines.ts';

/** Reads a response to its end. JSON is deep-frozen, as in loopback. */
export async function readResponse(message: IncomingMessage, where: string): Promise<ApiResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const status = message.statusCode ?? 0;
  const headers = definedHeaders(message);
  if (!isJson(message)) return { kind: 'text', status, headers, text };
  try {
    return { kind: 'object', status, headers, object: deepFreeze(JSON.parse(text)) };
  } catch (cause) {
    throw new RetryableError(connectionMessages.brokenJson({ where }), { code: 'API_ANSWER_BROKEN', cause });
  }
}

/** Passes events on as they arrive. */
export function toWatchResponse(message: IncomingMessage): ApiResponse {
  return {
    kind: 'watch',
    status: 200,
    headers: definedHeaders(message),
    events: parseWatchBatches(endOnError(message)),
  };
}

/** Hands on bytes as they come; a connection that breaks throws in the middle of them. */
export function toStreamResponse(message: IncomingMessage): ApiResponse {
  return { kind: 'stream', status: message.statusCode ?? 0, headers: definedHeaders(message), body: message };
}

/** Hands on the connection. */
export function toUpgradeResponse(message: IncomingMessage): ApiResponse {
  return { kind: 'upgrade', status: 101, headers: definedHeaders(message), socket: message.socket };
}

/** A broken stream simply ends: to a watcher it is the same whether the server or the network finished it. */
async function* endOnError(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* message;
  } catch {
    return;
  }
}

function definedHeaders({ headers }: IncomingMessage): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function isJson(message: IncomingMessage): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(message.headers['content-type'] ?? '');
}
