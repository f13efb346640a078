import type { IncomingMessage } from 'node:http';
import { functionMessages } from '../messages/index.ts';
import { CallError } from './call-error.ts';

/**
 * Reads bodies of requests within a limit each, and a limit for all that are held at a time: requests that wait for an
 * instance are kept whole.
 */
export class BodyReader {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The body and what gives its memory back. Rejects with a CallError. */
  async read(
    request: IncomingMessage,
    maxBytes: number,
  ): Promise<{ readonly body: Buffer; readonly release: () => void }> {
    const tooLarge = () => new CallError(413, 'TooLarge', functionMessages.bodyTooLarge({ bytes: maxBytes }));
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Events: an iterator costs as much as the rest of a small call.
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        this.#held += chunk.length;
        if (size > maxBytes) reject(tooLarge());
        else if (this.#held > this.#limit) reject(new CallError(503, 'Overloaded', functionMessages.bodiesTooLarge));
        else chunks.push(chunk);
      })
      .once('end', resolve)
      .once('error', reject);
    try {
      await promise;
    } catch (error) {
      request.removeAllListeners('data').pause();
      this.#held -= size;
      throw error;
    }
    const [first] = chunks;
    return {
      body: first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks),
      release: () => {
        this.#held -= size;
        size = 0;
      },
    };
  }
}
