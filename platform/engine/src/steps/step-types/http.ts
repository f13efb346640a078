import { RetryableError, TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { httpStep } from '@kubemin/model';
import { stepMessages } from '../../messages/index.ts';
import type { FetchResponse } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';

const KEPT_CHARACTERS = 10_000;

/**
 * Sends one HTTP request. At least once: after a crash it may be sent again, with the same Idempotency-Key, by which the
 * other side can detect the repetition.
 */
export const http = defineStepType({
  ...httpStep,
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
