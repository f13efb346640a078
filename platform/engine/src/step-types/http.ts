import { RetryableError, TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { field, word } from '@kubemin/model';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import { stepMessages } from '../messages/step.ts';
import type { FetchResponse } from '../outbound/fetcher.ts';
import { webAddress } from './web-address.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const KEPT_CHARACTERS = 10_000;

/**
 * Sends one HTTP request. At least once: after a crash it may be sent again, with the same Idempotency-Key, by which the
 * other side can detect the repetition.
 */
export const http = defineStepType({
  name: 'http',
  declaration: {
    summary: 'Sends an HTTP request and checks the response.',
    schema: z.object({
      url: webAddress(),
      method: z
        .string()
        .default('GET')
        .overwrite((text) => text.trim().toUpperCase())
        .pipe(z.enum(METHODS)),
      headers: z.record(z.string(), z.string()).default({}),
      body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
      expectStatus: field(z.array(z.number().int().min(100).max(599)).optional(), {
        aliases: ['expect', 'expectedStatus'],
        fix: 'Give a list of HTTP statuses such as [200, 204]; left out, every 2xx will do.',
      }),
    }),
    components: 'optional',
    outputs: ['status', 'body', 'json'],
  },
  wording: {
    type: word(['HTTP request', 'HTTP 请求'], ['Sends a request.', '发送 HTTP 请求并检查响应。']),
    properties: {
      url: word(['Address', '地址'], ['Where it is sent.', '请求的地址。'], { example: 'https://example.org/warm-up' }),
      method: word(['Method', '方法'], ['The HTTP method.', 'HTTP 方法。']),
      headers: word(['Headers', '请求头'], ['Headers to send.', '请求头。'], {
        example: { accept: 'application/json' },
      }),
      body: word(['Body', '请求体'], ['A text, or JSON.', '文本或 JSON。']),
      expectStatus: word(
        ['Statuses', '期望状态码'],
        ['Those that are fine; any 2xx when left out.', '可接受的状态码；不填则为任意 2xx。'],
        {
          example: [200, 204],
        },
      ),
    },
  },
  priority: 20,
  retries: 'transient',
  isolation: 'engine',
  run: async ({ properties, fetcher, job, write }) => {
    const { url, method, headers, body } = properties;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await write((signal) =>
      fetcher({
        url,
        method,
        headers: {
          ...(typeof body === 'object' && { 'content-type': 'application/json' }),
          'idempotency-key': job.id,
          ...headers,
        },
        ...(text !== undefined && { body: text }),
        signal,
      }),
    );
    requireStatus(response, { url, method, wanted: properties.expectStatus });
    return {
      message: stepMessages.httpStatus({ method, url, status: response.status }),
      values: responseValues(response),
    };
  },
});

/** Throws unless the status is a wanted one; those that may pass are worth another try. */
export function requireStatus(
  { status, body }: FetchResponse,
  at: { readonly url: string; readonly method: string; readonly wanted?: readonly number[] | undefined },
): void {
  if (at.wanted === undefined ? status >= 200 && status < 300 : at.wanted.includes(status)) return;
  const text = body.trim().slice(0, 200);
  const message = stepMessages.httpStatus({
    method: at.method,
    url: at.url,
    status,
    body: text === '' ? undefined : stepMessages.httpBody({ text }),
  });
  const code = 'UNEXPECTED_STATUS';
  if (status >= 500 || status === 429 || status === 408) throw new RetryableError(message, { code });
  throw new TerminalError(message, { code });
}

function responseValues({ status, body }: FetchResponse): JsonObject {
  const json = parsed(body);
  return { status, body: body.slice(0, KEPT_CHARACTERS), ...(json !== undefined && { json }) };
}

/** Undefined when the text is no JSON object. */
function parsed(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
