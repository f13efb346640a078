import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorAnswer } from './error-answer.ts';
import { Refusal } from './refusal.ts';

/** What Node gives up on before there is a request, by the code of its error. */
const BY_NODE_CODE: ReadonlyMap<string, () => Refusal> = new Map([
  [
    // Nothing is wrong with the request: a client that was too busy to send it may do so again.
    'ERR_HTTP_REQUEST_TIMEOUT',
    () => new Refusal('REQUEST_TIMEOUT', 'the request did not arrive whole in time; send it again'),
  ],
]);

/** What is not even a request gets an answer too, in the one shape, as long as the line is still up. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const known = BY_NODE_CODE.get(error.code ?? '');
  const refusal =
    known?.() ?? new Refusal('BAD_REQUEST', `the request is not HTTP this server can read: ${error.message}`);
  const { status, body } = errorAnswer(refusal);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}
