import { RetryableError, TerminalError } from '@kubemin/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { chunkedCharacters, httpBatchStep, MOST_CHUNKED_CHARACTERS } from '@kubemin/model';
import type * as z from 'zod';
import { stepMessages } from '../../messages/index.ts';
import type { StepContext } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';
import { requireStatus } from './http.ts';

type Properties = z.output<typeof httpBatchStep.declaration.schema>;

/** What is kept of a response for outputs: results of thousands of batches must fit beside each other. */
const KEPT_RESULT_CHARACTERS = 2_000;
const KEPT_RESULTS_CHARACTERS = 100_000;
const MOST_FAILURES = 20;

/**
 * Sends items in batches, several at a time. At least once: after a crash all batches are sent again, each with the
 * same Idempotency-Key.
 */
export const httpBatch = defineStepType({
  ...httpBatchStep,
  priority: 20,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  // Each batch has its own retries: repeating the step would send those that succeeded again.
  retries: 'never',
  isolation: 'engine',
  run: async (context) => {
    const { properties } = context;
    const items = readItems(properties);
    const batches = split(items, properties.batchSize);
    const outcomes = new Map<number, BatchOutcome>();
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < batches.length) {
        const index = next;
        next += 1;
        outcomes.set(index, await sendBatch(context, index, batches[index] ?? []));
        await context.report(stepMessages.batchesSent({ done: outcomes.size, count: batches.length }));
      }
    };
    await Promise.all(Array.from({ length: Math.min(properties.concurrency, batches.length) }, worker));
    return summary(
      properties,
      items.length,
      [...outcomes.entries()].toSorted(([left], [right]) => left - right),
    );
  },
});

interface BatchOutcome {
  readonly status: number;
  /** Absent where the batch succeeded. */
  readonly error?: string;
  readonly result?: JsonValue;
}

function readItems({ items, text, chunkSize, chunkOverlap }: Properties): readonly unknown[] {
  if (items !== undefined && text === undefined) return items;
  if (text === undefined || items !== undefined) {
    const message = items === undefined ? stepMessages.batchWithoutItems : stepMessages.batchItemsAndText;
    throw new TerminalError(message, { code: 'STEP_PROPERTIES_WRONG' });
  }
  // Inputs may have brought the text, which the check of the document has not seen.
  if (chunkedCharacters({ text, chunkSize, chunkOverlap }) > MOST_CHUNKED_CHARACTERS) {
    throw new TerminalError(stepMessages.batchTooLarge, { code: 'STEP_PROPERTIES_WRONG' });
  }
  const characters = [...text];
  const stride = Math.max(1, chunkSize - chunkOverlap);
  const chunks: string[] = [];
  for (let at = 0; at < characters.length; at += stride) {
    chunks.push(characters.slice(at, at + chunkSize).join(''));
    if (at + chunkSize >= characters.length) break;
  }
  return chunks;
}

function split(items: readonly unknown[], size: number): readonly (readonly unknown[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

async function sendBatch(
  context: StepContext<Properties>,
  index: number,
  items: readonly unknown[],
): Promise<BatchOutcome> {
  const { properties, fetcher, job, write, clock, settings, signal } = context;
  const { url, method, headers, bodyField, maxRetries, onError } = properties;
  const body = JSON.stringify({ [bodyField]: items });
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await write((effectSignal) =>
        fetcher({
          url,
          method,
          headers: { 'content-type': 'application/json', 'idempotency-key': `${job.id}-${index}`, ...headers },
          body,
          signal: effectSignal,
        }),
      );
      requireStatus(response, { url, method });
      return { status: response.status, ...resultOf(response.body) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RetryableError && attempt < maxRetries) {
        await clock.sleep(Math.min(settings.retryMinMs * 2 ** attempt, settings.retryMaxMs), signal);
        signal.throwIfAborted();
        continue;
      }
      const known = error instanceof RetryableError || error instanceof TerminalError;
      if (!known || onError === 'fail') throw error;
      return { status: 0, error: error.message };
    }
  }
}

/** What a response contributes to the output `results`. */
function resultOf(body: string): { readonly result?: JsonValue } {
  if (body === '' || body.length > KEPT_RESULT_CHARACTERS) return {};
  try {
    const value: unknown = JSON.parse(body);
    return { result: isJsonObject(value) || isJsonArray(value) ? value : body };
  } catch {
    return { result: body };
  }
}

function summary({ url }: Properties, items: number, outcomes: readonly (readonly [number, BatchOutcome])[]) {
  const failures = outcomes.flatMap(([batch, { error }]) => (error === undefined ? [] : [{ batch, error }]));
  const failed = failures.length;
  const succeeded = outcomes.length - failed;
  const counts = { items, batches: outcomes.length, succeeded, failed };
  if (succeeded === 0 && failed > 0) {
    const [first] = failures;
    throw new TerminalError(stepMessages.batchesAllFailed({ count: failed, reason: first?.error ?? '' }), {
      code: 'ALL_BATCHES_FAILED',
    });
  }
  return {
    message: stepMessages.batchSummary({ items, succeeded, failed, url }),
    values: (): JsonObject => ({
      ...counts,
      results: boundedResults(outcomes.flatMap(([, { result }]) => (result === undefined ? [] : [result]))),
      failures: failures.slice(0, MOST_FAILURES),
    }),
  };
}

/** As many results as fit into an output, the first ones first. */
function boundedResults(results: readonly JsonValue[]): JsonValue[] {
  const kept: JsonValue[] = [];
  let size = 0;
  for (const result of results) {
    size += JSON.stringify(result).length;
    if (size > KEPT_RESULTS_CHARACTERS) break;
    kept.push(result);
  }
  return kept;
}
