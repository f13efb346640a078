import { isRecord } from '@kubemin/base';
import { deepFreeze, type WatchEvent, type WatchEventType } from '@kubemin/kubeapi';
import { watchErrorEvent } from '../resource/api-response.ts';

const EVENT_TYPES: ReadonlySet<unknown> = new Set<WatchEventType>([
  'ADDED',
  'MODIFIED',
  'DELETED',
  'BOOKMARK',
  'ERROR',
]);
const MAX_QUOTED_CHARACTERS = 200;

/**
 * Turns a chunked body of newline-delimited JSON into batches: all lines that a chunk completes form one. A line that
 * is no event makes the rest of the stream untrustworthy: an ERROR event reports it and the stream ends. Half a line at
 * the end is what a cut connection leaves behind, and is dropped.
 */
export async function* parseWatchBatches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly WatchEvent[]> {
  const decoder = new TextDecoder();
  let unfinished: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    unfinished.push(first);
    const last = rest.pop();
    if (last === undefined) continue;
    const batch = [unfinished.join(''), ...rest].filter((line) => line.trim() !== '').map(parseEvent);
    unfinished = [last];
    const bad = batch.findIndex((event) => event.type === 'ERROR');
    if (bad >= 0) {
      // Nothing follows an ERROR event, be it the server's or ours.
      yield batch.slice(0, bad + 1);
      return;
    }
    if (batch.length > 0) yield batch;
  }
}

function parseEvent(line: string): WatchEvent {
  try {
    const event: unknown = JSON.parse(line);
    if (isWatchEvent(event)) return deepFreeze(event);
    return watchErrorEvent(`a line of the watch is not a watch event: ${line.slice(0, MAX_QUOTED_CHARACTERS)}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return watchErrorEvent(
      `a line of the watch is not JSON (${error.message}): ${line.slice(0, MAX_QUOTED_CHARACTERS)}`,
    );
  }
}

function isWatchEvent(value: unknown): value is WatchEvent {
  return isRecord(value) && EVENT_TYPES.has(value.type) && isRecord(value.object);
}
