import { expect, test } from 'vitest';
import { clip, LiveRegion } from './live-region.ts';
import { createStyle } from './style.ts';
import type { Terminal } from './terminal.ts';

function recorder(width: number) {
  const written: string[] = [];
  const terminal: Terminal = {
    out: () => undefined,
    err: (text) => void written.push(text),
    alert: (text) => void written.push(text),
    pass: () => Promise.resolve(),
    interactive: true,
    outWidth: () => undefined,
    colour: true,
    outColour: true,
    width: () => width,
    height: () => 24,
  };
  return { written, terminal };
}

test('a second drawing goes back over exactly the lines of the first', () => {
  const { written, terminal } = recorder(80);
  const region = new LiveRegion(terminal);
  region.draw(['one', 'two']);
  region.draw(['three']);
  region.draw([]);
  expect(written).toEqual(['one\ntwo\n', '\u001b[2A\r\u001b[0Jthree\n', '\u001b[1A\r\u001b[0J']);
});

test('in a terminal that has become narrower it goes back over the lines the terminal has broken', () => {
  let columns = 80;
  const { written, terminal } = recorder(80);
  const region = new LiveRegion({ ...terminal, width: () => columns });
  region.draw(['数据库'.repeat(10), 'short']);
  columns = 40;
  region.draw(['short']);
  expect(written.at(-1)).toBe('\u001b[3A\r\u001b[0Jshort\n');
});

test('a line that would wrap is cut; colour codes take no room and are closed', () => {
  const { green } = createStyle(true);
  expect(clip('0123456789', 80)).toBe('0123456789');
  expect(clip('0123456789', 8)).toBe('012345…');
  expect(clip(`${green('0123')}456789`, 8)).toBe(`${green('0123')}45…\u001b[0m`);
});

test('wide characters take two columns, and half of one is never drawn', () => {
  expect(clip('数据库就绪', 10)).toBe('数据库就…');
  expect(clip('数据库就绪', 9)).toBe('数据库…');
  expect(clip('a数据库就绪', 9)).toBe('a数据库…');
});
