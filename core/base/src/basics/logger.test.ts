import { expect, test } from 'vitest';
import { TerminalError, verbatim } from '../message/errors.ts';
import { systemClock } from './clock.ts';
import { textLine } from './log-line.ts';
import { jsonLogger } from './logger.ts';

function capture() {
  const lines: string[] = [];
  const clock = { ...systemClock, now: () => 0 };
  return { lines, logger: jsonLogger({ clock, write: (line) => lines.push(line) }) };
}

test('one JSON object per line, with the fields of every ancestor', () => {
  const { lines, logger } = capture();
  logger.child({ task: 't1' }).child({ job: 2 }).info('job started', { component: 'api' });
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"job started","task":"t1","job":2,"component":"api"}\n',
  ]);
});

test('errors in fields keep code and cause; lines below the level are dropped', () => {
  const { lines, logger } = capture();
  logger.debug('not shown');
  logger.error('it broke', {
    error: new TerminalError(verbatim('no'), { code: 'NO_WAY', cause: new Error('deeper') }),
  });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: { name: 'TerminalError', code: 'NO_WAY', message: 'no', cause: { message: 'deeper' } },
  });
});

test('as text, a line is a line whatever its fields hold, and absent fields are omitted', () => {
  const lines: string[] = [];
  const clock = { ...systemClock, now: () => 0 };
  const logger = jsonLogger({ clock, write: (line) => lines.push(line), format: textLine });
  logger.child({ app: 'shop' }).warn('it broke', {
    user: undefined,
    input: 'a\n00:00:00.000 INFO  forged',
    error: new TerminalError(verbatim('no'), { code: 'NO_WAY' }),
  });
  expect(lines).toEqual(['00:00:00.000 WARN  it broke app=shop input="a\\n00:00:00.000 INFO  forged" error="no"\n']);
});
