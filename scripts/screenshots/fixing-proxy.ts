import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type FixedContent, PICTURE_TIME } from './fixed-content.ts';

/** Passes requests to a platform, and its responses with times and ids that are the same each time. */
export class FixingProxy {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(platform: string, fixed: FixedContent): Promise<FixingProxy> {
    const server = createServer((incoming, response) => {
      pass({ platform: new URL(platform), fixed, incoming, response }).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : undefined),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return new FixingProxy(server, `http://127.0.0.1:${port}`);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

interface Exchange {
  readonly platform: URL;
  readonly fixed: FixedContent;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

async function pass({ platform, fixed, incoming, response }: Exchange): Promise<void> {
  const body: Buffer[] = [];
  for await (const piece of incoming) body.push(Buffer.from(piece));
  const content = fixed.request(Buffer.concat(body).toString());
  const sent = request({
    host: platform.hostname,
    port: platform.port,
    method: incoming.method,
    path: fixed.request(incoming.url ?? '/'),
    headers: {
      ...incoming.headers,
      host: platform.host,
      'accept-encoding': 'identity',
      ...(content !== '' && { 'content-length': String(Buffer.byteLength(content)) }),
    },
  });
  sent.end(content);
  response.on('close', () => sent.destroy());
  const [received]: IncomingMessage[] = await once(sent, 'response');
  if (received === undefined) return;
  const { 'content-length': _, ...headers } = received.headers;
  response.writeHead(received.statusCode ?? 500, headers);
  const type = String(headers['content-type'] ?? '');
  const path = incoming.url ?? '';
  if (type.startsWith('text/event-stream')) await passEvents(received, response, fixed);
  else if (type.startsWith('application/json') && path.includes('/metrics/'))
    response.end(shiftTimes(await readText(received), PICTURE_TIME - Date.now()));
  else if (type.startsWith('application/json')) response.end(fixed.response(await readText(received)));
  else received.pipe(response);
}

async function readText(received: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of received) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

/** Line by line: an event may arrive in pieces. */
async function passEvents(received: IncomingMessage, response: ServerResponse, fixed: FixedContent): Promise<void> {
  response.flushHeaders();
  let rest = '';
  received.setEncoding('utf8');
  for await (const piece of received) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const data = line.startsWith('data: {') ? `data: ${fixed.response(line.slice('data: '.length))}` : line;
      response.write(`${data}\n`);
    }
  }
  response.end(rest);
}

/** Series keep their distances. */
function shiftTimes(text: string, milliseconds: number): string {
  return text.replaceAll(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g, (_, moment: string) =>
    JSON.stringify(new Date(Date.parse(moment) + milliseconds).toISOString()),
  );
}
