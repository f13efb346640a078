import type { HttpReply } from './http-request.ts';

/** A JSON document. */
export function jsonReply(status: number, value: unknown, headers: HttpReply['headers'] = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: `${JSON.stringify(value)}\n`,
  };
}

/** Text of any type. @default plain text */
export function textReply(status: number, body: string, contentType = 'text/plain; charset=utf-8'): HttpReply {
  return { status, headers: { 'content-type': contentType }, body };
}

/** A response without a body. */
export function emptyReply(status = 204): HttpReply {
  return { status, headers: {}, body: '' };
}

/** The same response with more headers; existing ones are kept. */
export function withHeaders(reply: HttpReply, headers: HttpReply['headers']): HttpReply {
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
