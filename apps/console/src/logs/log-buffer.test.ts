import { verbatim } from '@kubemin/base/message';
import { expect, test } from 'vitest';
import { LogBuffer, type LogEntry } from './log-buffer.ts';

const line = (text: string, time = '') => ({ time, pod: 'web-1', container: 'web', text });
const texts = (entries: readonly LogEntry[]): readonly string[] =>
  entries.map((entry) => (entry.kind === 'line' ? entry.plain : `— ${entry.message.message}`));

function bufferOf(capacity?: number) {
  const waiting: (() => void)[] = [];
  const buffer = new LogBuffer({
    schedule: (notify) => void waiting.push(notify),
    ...(capacity !== undefined && { capacity }),
  });
  const notify = (): void => {
    for (const each of waiting.splice(0)) each();
  };
  return { buffer, notify };
}

test('readers hear of many lines once, and the snapshot stays the same until then', () => {
  const { buffer, notify } = bufferOf();
  let heard = 0;
  buffer.subscribe(() => {
    heard += 1;
  });
  const before = buffer.snapshot();
  buffer.appendLines([line('one')]);
  buffer.appendLines([line('two')]);
  expect(buffer.snapshot()).toBe(before);
  notify();
  expect(heard).toBe(1);
  expect(texts(buffer.snapshot().entries)).toEqual(['one', 'two']);
});

test('a function of the browser can schedule: it is not called as a method of the buffer', () => {
  const owners: unknown[] = [];
  function schedule(this: unknown): void {
    owners.push(this);
  }
  new LogBuffer({ schedule }).appendLines([line('one')]);
  expect(owners).toEqual([undefined]);
});

test('lines of several containers that arrive together are in the order of time', () => {
  const { buffer, notify } = bufferOf();
  buffer.appendLines([line('a1', '2026-01-01T00:00:01Z'), line('a3', '2026-01-01T00:00:03Z')]);
  buffer.appendLines([line('b2', '2026-01-01T00:00:02Z')]);
  notify();
  buffer.appendRemark(verbatim('reconnected'));
  buffer.appendLines([line('b1', '2026-01-01T00:00:01Z')]);
  notify();
  expect(texts(buffer.snapshot().entries)).toEqual(['a1', 'b2', 'a3', '— reconnected', 'b1']);
});

test('a full buffer drops its oldest lines, also from what a filter shows, and reports it', () => {
  const { buffer, notify } = bufferOf(100);
  buffer.setFilter({ pattern: /even/g });
  const lines = [...new Array(250).keys()].map((at) => line(`${at} ${at % 2 === 0 ? 'even' : 'odd'}`));
  buffer.appendLines(lines);
  notify();
  const { entries, shownCount, hasDropped } = buffer.snapshot();
  expect(hasDropped).toBe(true);
  expect(shownCount).toBe(125);
  expect(texts(entries).at(-1)).toBe('248 even');
  expect(entries.length).toBeLessThanOrEqual(55);
  buffer.setFilter({});
  notify();
  expect(buffer.snapshot().entries.length).toBeGreaterThanOrEqual(100);
  expect(buffer.snapshot().entries.length).toBeLessThanOrEqual(110);
});

test('remarks are shown whatever the filter', () => {
  const { buffer, notify } = bufferOf();
  buffer.appendLines([line('one')]);
  buffer.appendRemark(verbatim('web-1 ended'));
  buffer.setFilter({ pattern: /two/g });
  notify();
  expect(texts(buffer.snapshot().entries)).toEqual(['— web-1 ended']);
});

test('lines that were waiting when the buffer was cleared do not come back', () => {
  const { buffer, notify } = bufferOf();
  buffer.appendLines([line('of another pod')]);
  buffer.clear();
  notify();
  expect(buffer.snapshot().entries).toEqual([]);
});

test('a level shows lines that are at least as serious', () => {
  const { buffer, notify } = bufferOf();
  buffer.appendLines([line('INFO started'), line('WARN slow'), line('ERROR broken'), line('ERROR slow')]);
  buffer.setFilter({ least: 'warning' });
  notify();
  expect(texts(buffer.snapshot().entries)).toEqual(['WARN slow', 'ERROR broken', 'ERROR slow']);
  buffer.setFilter({ least: 'error', pattern: /slow/g });
  notify();
  expect(texts(buffer.snapshot().entries)).toEqual(['ERROR slow']);
});
