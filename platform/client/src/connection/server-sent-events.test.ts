import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ServerSentEvent, ServerSentEventParser } from './server-sent-events.ts';

function read(...pieces: readonly string[]): readonly ServerSentEvent[] {
  const parser = new ServerSentEventParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

/** Cuts a text at the given places. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

describe('reading a text/event-stream', () => {
  test('an event has its id, its name and its data', () => {
    expect(read('id: 7\nevent: job\ndata: {"a":1}\n\n')).toEqual([{ id: '7', event: 'job', data: '{"a":1}' }]);
  });

  test('comments and events without data are passed over', () => {
    expect(read(': hello\n\nevent: x\n\n:\ndata\n\n')).toEqual([{ id: '', event: 'message', data: '' }]);
  });

  test('several data lines become one text, and only one space after the colon is dropped', () => {
    expect(read('data:a\ndata:  b\n\n')).toEqual([{ id: '', event: 'message', data: 'a\n b' }]);
  });

  test('an id stays until the next one, and an id with a NUL is ignored', () => {
    expect(read('id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n').map((event) => event.id)).toEqual(['1', '1']);
  });

  test('an event the stream broke off in is not given out', () => {
    expect(read('data: whole\n\ndata: half\n')).toEqual([{ id: '', event: 'message', data: 'whole' }]);
  });

  test('a byte order mark at the beginning is no part of the first field', () => {
    expect(read('\uFEFFdata: a\n\n')).toEqual([{ id: '', event: 'message', data: 'a' }]);
  });

  test('whatever the line ends and wherever the pieces are cut, the same events come out', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0]/g, ''));
    const event = fc.record({ id: line, data: fc.array(line, { minLength: 1, maxLength: 3 }) });
    const newline = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(event), newline, fc.array(fc.nat()), (events, end, places) => {
        const text = events
          .map(({ id, data }) => [`id: ${id}`, ...data.map((part) => `data: ${part}`), '', ''].join(end))
          .join(`: beat${end}`);
        const expected = events.map(({ id, data }) => ({ id, event: 'message', data: data.join('\n') }));
        expect(read(...cut(text, places))).toEqual(expected);
      }),
    );
  });
});
