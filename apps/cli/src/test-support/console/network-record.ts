import type { CDPSession, Page } from 'playwright-core';

/** One message over the network, as text. */
export interface NetworkMessage {
  readonly direction: 'sent' | 'received';
  readonly url: string;
  readonly text: string;
}

/** Everything that a page sends and receives, event streams included. */
export class NetworkRecord {
  readonly #session: CDPSession;
  readonly #messages: NetworkMessage[] = [];
  readonly #reading = new Set<Promise<void>>();
  readonly #urls = new Map<string, string>();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async start(page: Page): Promise<NetworkRecord> {
    const session = await page.context().newCDPSession(page);
    const record = new NetworkRecord(session);
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      record.#urls.set(requestId, request.url);
      record.#add('sent', request.url, `${request.url} ${JSON.stringify(request.headers)} ${request.postData ?? ''}`);
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      record.#add('received', response.url, JSON.stringify(response.headers));
      if (response.mimeType === 'text/event-stream') record.#read(record.#followStream(requestId, response.url));
    });
    session.on('Network.dataReceived', ({ requestId, data = '' }) => {
      if (data !== '') record.#add('received', record.#urls.get(requestId) ?? '', decode(data));
    });
    session.on('Network.loadingFinished', ({ requestId }) => record.#read(record.#readBody(requestId)));
    for (const direction of ['Sent', 'Received'] as const) {
      session.on(`Network.webSocketFrame${direction}`, ({ requestId, response }) => {
        const text = response.opcode === 2 ? decode(response.payloadData) : response.payloadData;
        record.#add(direction === 'Sent' ? 'sent' : 'received', `socket ${requestId}`, text);
      });
    }
    await session.send('Network.enable', { maxPostDataSize: 1_000_000 });
    return record;
  }

  /** Messages with a text, in any of the forms in which it could be sent. */
  async find(text: string): Promise<readonly NetworkMessage[]> {
    await this.settled();
    const forms = [text, Buffer.from(text).toString('base64').replace(/=+$/, ''), encodeURIComponent(text)];
    return this.#messages.filter((message) => forms.some((form) => message.text.includes(form)));
  }

  /** Whether a text was received from an address: that the record is complete. */
  async hasReceived(url: RegExp, text: string): Promise<boolean> {
    await this.settled();
    return this.#messages.some(
      (message) => message.direction === 'received' && url.test(message.url) && message.text.includes(text),
    );
  }

  private async settled(): Promise<void> {
    while (this.#reading.size > 0) await Promise.all(this.#reading);
  }

  #add(direction: NetworkMessage['direction'], url: string, text: string): void {
    this.#messages.push({ direction, url, text });
  }

  #read(reading: Promise<void>): void {
    const settled: Promise<void> = reading.finally(() => this.#reading.delete(settled));
    this.#reading.add(settled);
  }

  async #followStream(requestId: string, url: string): Promise<void> {
    try {
      const { bufferedData } = await this.#session.send('Network.streamResourceContent', { requestId });
      this.#add('received', url, decode(bufferedData));
    } catch {
      // The stream has ended, and its body is read like that of others.
    }
  }

  async #readBody(requestId: string): Promise<void> {
    const url = this.#urls.get(requestId) ?? '';
    // Files of the console are the same for all users.
    if (url.includes('/assets/')) return;
    try {
      const { body, base64Encoded } = await this.#session.send('Network.getResponseBody', { requestId });
      this.#add('received', url, base64Encoded ? decode(body) : body);
    } catch {
      // There is none: of streams that were followed, and of pages that were left.
    }
  }
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
