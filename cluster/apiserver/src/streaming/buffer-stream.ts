import { type ApiStreamResponse, type ApiTextResponse, requestEntityTooLarge } from '@kubemin/kubeapi';

/** Who cannot take a stream is not meant to hold more in memory than this. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A stream as one text, for callers that support only complete responses. */
export async function bufferStream({ status, headers, body }: ApiStreamResponse): Promise<ApiTextResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES)
      throw requestEntityTooLarge(`the response is larger than ${MAX_BYTES} bytes; request a smaller part`);
    chunks.push(chunk);
  }
  return { kind: 'text', status, headers, text: Buffer.concat(chunks).toString('utf8') };
}
