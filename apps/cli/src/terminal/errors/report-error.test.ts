import { type Message, verbatim } from '@kubemin/base/message';
import { PlatformError } from '@kubemin/client/error';
import { applicationMessages } from '@kubemin/server/messages';
import { expect, test } from 'vitest';
import { fakeContext } from '../../test-support/fake-context.ts';
import { translateForeignTo } from '../language/foreign.ts';
import { reportError } from './report-error.ts';

function reported(status: number | undefined, language: 'en' | 'zh' = 'en') {
  const { context, err } = fakeContext({ translate: translateForeignTo(language) });
  const details = { code: 'REFUSED', url: 'http://127.0.0.1:1', ...(status !== undefined && { status }) };
  const exitCode = reportError(new PlatformError(verbatim('it was refused'), details), context);
  return { exitCode, output: err() };
}

test.each([
  [401, 4, 'kubemin login'],
  [403, 4, 'kubemin user set NAME --role ROLE'],
  [404, 5, 'kubemin ls'],
  [409, 6, 'kubemin run ls'],
  [429, 1, 'try again later'],
  [500, 1, 'kubemin doctor'],
  [503, 1, 'kubemin doctor'],
])('what the platform refuses with %i is followed by what to do next', (status, exitCode, hint) => {
  const { output, ...ended } = reported(status);
  expect(ended).toEqual({ exitCode });
  expect(output).toMatch(/^error: it was refused\n {7}\S/);
  expect(output).toContain(hint);
  expect(output).not.toContain('    at ');
});

test('the hint is in the language of the one who reads it, and there is one where nothing is known', () => {
  expect(reported(429, 'zh').output).toContain('请稍候再试');
  for (const status of [undefined, 400]) expect(reported(status).output).toMatch(/^error: it was refused\n {7}\S.*\n$/);
});

test('problems of a document are followed by what to do with them, and end with 3', () => {
  const { context, err } = fakeContext();
  const problems = [{ path: 'name', code: 'X', severity: 'error' as const, message: 'is wrong' }];
  const error = new PlatformError(verbatim('it breaks rules'), {
    code: 'VALIDATION_FAILED',
    url: '',
    status: 400,
    problems,
  });
  expect(reportError(error, context)).toBe(3);
  expect(err()).toMatch(/^error: it breaks rules\n {2}error X name: is wrong\n {7}.*kubemin validate FILE.*\n$/);
});

test('a bug shows where it is, and asks to be reported', () => {
  const { context, err } = fakeContext();
  expect(reportError(new TypeError('no'), context)).toBe(1);
  expect(err()).toMatch(/^error: no\nTypeError: no\n {4}at [\s\S]*\n {7}this is a bug in KubeMin.*\n$/);
});

test('R-08: a full disk is not reported as a bug, whichever command found it', () => {
  const { context, err } = fakeContext();
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(reportError(error, context)).toBe(1);
  expect(err()).toMatch(/^error: no space left on device\n {7}the disk is full: free some space.*\n$/);
});

test('a message of the server is translated by its code; a text without one follows the meaning of its error', () => {
  const firstLine = (message: Message, code: string): string => {
    const { context, err } = fakeContext({ translate: translateForeignTo('zh') });
    reportError(new PlatformError(message, { code, url: 'http://127.0.0.1:1', status: 400 }), context);
    return err().split('\n')[0] ?? '';
  };
  const notFound = applicationMessages.notFound({ app: 'shop' });
  expect(firstLine(notFound, 'APPLICATION_NOT_FOUND')).toBe('错误: 没有应用“shop”');
  expect(firstLine(verbatim('the moon is full'), 'APPLICATION_DELETING')).toBe(
    '错误: 应用正在删除中：the moon is full',
  );
  expect(firstLine(verbatim('the moon is full'), 'ECLIPSE')).toBe('错误: the moon is full');
});
