import type { IncomingMessage } from 'node:http';
import { RetryableError } from '@kubemin/base';
import { type ApiResponse, deepFreeze } from '@kubemin/kubeapi';
import { watchBatches } from './watch-lines.ts';

/** Reads an answer to its end. What is JSON is deep-frozen, as in loopback. */
export async function readAnswer(message: IncomingMessage, where: string): Promise<ApiResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const status = message.statusCode ?? 0;
  const headers = headersOf(message);
  if (!isJson(message)) return { kind: 'text', status, headers, text };
  try {
    return { kind: 'object', status, headers, object: deepFreeze(JSON.parse(text)) };
  } catch (cause) {
    throw new RetryableError(
      `${where} was answered with JSON that cannot be read. What to do: try again; if it stays, look at what stands between here and the API server.`,
      { code: 'API_ANSWER_BROKEN', cause },
    );
  }
}

/** Hands on an answer while it is still coming. */
export function watchAnswerOf(message: IncomingMessage): ApiResponse {
  return { kind: 'watch', status: 200, headers: headersOf(message), events: watchBatches(quietly(message)) };
}

/** Hands on bytes as they come; a connection that breaks throws in the middle of them. */
export function streamAnswerOf(message: IncomingMessage): ApiResponse {
  return { kind: 'stream', status: message.statusCode ?? 0, headers: headersOf(message), body: message };
}

/** Hands on the connection. */
export function upgradeAnswerOf(message: IncomingMessage): ApiResponse {
  return { kind: 'upgrade', status: 101, headers: headersOf(message), socket: message.socket };
}

/** A broken stream simply ends: to a watcher it is the same whether the server or the network finished it. */
async function* quietly(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* message;
  } catch {
    return;
  }
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function isJson(message: IncomingMessage): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(message.headers['content-type'] ?? '');
}
