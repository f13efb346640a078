import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { errorBodySchema } from '@kubemin/client';
import { expect, onTestFinished, test } from 'vitest';
import { rejectUnreadableRequest } from './error-response.ts';

/** What a server with a very short request timeout returns to a text. */
async function responseTo(text: string): Promise<{ readonly head: string; readonly body: unknown }> {
  const server = createServer({ requestTimeout: 20, headersTimeout: 20, connectionsCheckingInterval: 10 });
  server.on('clientError', (error, socket) => rejectUnreadableRequest(error, socket));
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const socket = connect(address.port, '127.0.0.1');
  socket.write(text);
  let response = '';
  for await (const piece of socket.setEncoding('utf8')) response += piece;
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { head, body: errorBodySchema.parse(JSON.parse(body)) };
}

test('a request that does not arrive whole before the deadline may be sent again, and is not refused as a wrong one', async () => {
  const { head, body } = await responseTo('GET / HTTP/1.1\r\nhost: her');
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(body).toMatchObject({ code: 408, error: 'REQUEST_TIMEOUT' });
});

test('what is not HTTP is a wrong request', async () => {
  const { head, body } = await responseTo('hello\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(body).toMatchObject({ code: 400, error: 'BAD_REQUEST' });
});
