import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorMessage, ProgrammingError, RetryableError, verbatim } from './errors.ts';
import {
  createTranslator,
  decodeMessage,
  defineMessages,
  encodeMessage,
  type Message,
  mapMessageTexts,
  readMessage,
} from './message.ts';

const messages = defineMessages('test.pods', {
  ready: { en: 'ready', zh: '就绪' },
  pod: { en: 'pod {name}', zh: 'Pod {name}' },
  pullFailed: {
    en: '{where:message}: cannot pull image "{image}" ({reason})',
    zh: '{where}：无法拉取镜像“{image}”（{reason}）',
  },
  files: { en: '{count:file|files} in {place}', zh: '{place} 中有 {count} 个文件' },
  oneOf: { en: 'use one of: {values:list}', zh: '请使用其中之一：{values}' },
  unknown: { en: 'unknown field{hint?}', zh: '未知字段{hint?}' },
  didYouMean: { en: '; did you mean "{name}"?', zh: '；是否想写“{name}”？' },
  braces: { en: 'write {{ "id": "{id}" }}', zh: '请写成 {{ "id": "{id}" }}' },
});
const toChinese = createTranslator('zh');
const toEnglish = createTranslator('en');

function failure(): Message {
  return messages.pullFailed({ where: messages.pod({ name: 'web-1' }), image: 'nginx:nope', reason: 'not found' });
}

describe('a message', () => {
  test('is its English text, and is translated with the messages in it', () => {
    expect(failure().message).toBe('pod web-1: cannot pull image "nginx:nope" (not found)');
    expect(toEnglish(failure())).toBe(failure().message);
    expect(toChinese(failure())).toBe('Pod web-1：无法拉取镜像“nginx:nope”（not found）');
    expect(toChinese(messages.ready)).toBe('就绪');
  });

  test('has the noun that agrees with a number', () => {
    expect(messages.files({ count: 1, place: '/x' }).message).toBe('1 file in /x');
    expect(messages.files({ count: 0, place: '/x' }).message).toBe('0 files in /x');
    expect(toChinese(messages.files({ count: 2, place: '/x' }))).toBe('/x 中有 2 个文件');
  });

  test('joins lists, leaves out what is optional, and keeps literal braces', () => {
    const values = ['a', messages.ready];
    expect(messages.oneOf({ values }).message).toBe('use one of: a, ready');
    expect(toChinese(messages.oneOf({ values }))).toBe('请使用其中之一：a、就绪');
    expect(messages.unknown({}).message).toBe('unknown field');
    expect(toChinese(messages.unknown({ hint: messages.didYouMean({ name: 'image' }) }))).toBe(
      '未知字段；是否想写“image”？',
    );
    expect(messages.braces({ id: '{x}' }).message).toBe('write { "id": "{x}" }');
  });

  test('of another process is translated by the catalogues that are passed', () => {
    const received = readMessage(JSON.parse(JSON.stringify(failure())));
    expect(received).toEqual(failure());
    if (received === undefined) return;
    expect(createTranslator('zh', [messages])(received)).toBe(toChinese(failure()));
    expect(toChinese(received)).toBe(failure().message);
  });

  test.each<Message>([
    { code: 'test.pods.newer', message: 'as sent' },
    { code: 'test.newer.ready', message: 'as sent' },
    { code: 'ready', message: 'as sent' },
    { code: 'test.pods.toString', message: 'as sent' },
    { code: 'test.pods.pod', message: 'as sent', params: { other: 'x' } },
  ])('that is not known is shown as it was sent: $code', (message) => {
    expect(createTranslator('zh', [messages])(message)).toBe('as sent');
  });

  test('is stored beside its English text', () => {
    const message = failure();
    const encoded = JSON.parse(JSON.stringify(encodeMessage(message)));
    expect(encoded).not.toHaveProperty('message');
    expect(decodeMessage(encoded, message.message)).toEqual(message);
    expect(decodeMessage(null, 'text')).toBeUndefined();
    expect(encodeMessage(verbatim('of Kubernetes'))).toBeUndefined();
  });

  test('has all its texts changed, at any depth', () => {
    const hidden = mapMessageTexts(messages.oneOf({ values: ['secret', messages.pod({ name: 'secret-1' })] }), (text) =>
      text.replaceAll('secret', '***'),
    );
    expect(JSON.stringify(hidden)).not.toContain('secret');
    expect(createTranslator('zh', [messages])(hidden)).toBe('请使用其中之一：***、Pod ***-1');
  });

  test('shows every parameter in both languages, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (image, reason) => {
        const message = messages.pullFailed({ where: messages.ready, image, reason });
        for (const text of [message.message, toChinese(message)]) {
          expect(text).toContain(image);
          expect(text).toContain(reason);
        }
        expect(readMessage(JSON.parse(JSON.stringify(message)))).toEqual(message);
      }),
    );
  });
});

test.each([
  undefined,
  null,
  'text',
  {},
  { code: 'x' },
  { code: 'x', message: 7 },
  { code: 'x', message: '', params: 7 },
])('is no message: %j', (value) => {
  expect(readMessage(value)).toBeUndefined();
});

test('a message that is nested too deeply is none', () => {
  let message: Message = messages.ready;
  for (let depth = 0; depth < 20; depth += 1) message = { code: 'x.y', message: '', params: { message } };
  expect(readMessage(message)).toBeUndefined();
});

describe('what was thrown', () => {
  test('has its own message, that of the system, or its text', () => {
    expect(errorMessage(new RetryableError(messages.ready, { code: 'X' }))).toBe(messages.ready);
    const missing = Object.assign(new Error("ENOENT: no such file, open '/x'"), { code: 'ENOENT', path: '/x' });
    expect(toChinese(errorMessage(missing))).toBe('/x：没有该文件或目录');
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', address: '127.0.0.1', port: 80 });
    expect(errorMessage(refused).message).toBe('127.0.0.1:80: connection refused');
    expect(toChinese(errorMessage(new Error('of Kubernetes')))).toBe('of Kubernetes');
    expect(errorMessage('text').message).toBe('text');
  });
});

test('what must not compile does not', () => {
  // @ts-expect-error a parameter is missing
  messages.pullFailed({ image: 'x', reason: 'y' });
  // @ts-expect-error a parameter has the wrong type
  messages.files({ count: '3', place: '/x' });
  // @ts-expect-error a parameter does not exist
  messages.pod({ name: 'x', other: 'y' });
  // @ts-expect-error a message with parameters is no message without them
  const unfinished: Message = messages.pod;
  // @ts-expect-error Chinese lacks {name}
  defineMessages('test.bad', { first: { en: 'hello {name}', zh: '你好' } });
  // @ts-expect-error Chinese has a parameter of its own
  defineMessages('test.bad', { second: { en: 'hello', zh: '你好 {name}' } });
  // @ts-expect-error there is no Chinese
  defineMessages('test.bad', { third: { en: 'hello' } });
  expect(unfinished).toBeTypeOf('function');
});

test('a mistake of code keeps what caused it', () => {
  const cause = new Error('the reason');
  expect(new ProgrammingError('called twice', 'CALLED_TWICE', { cause })).toMatchObject({
    code: 'CALLED_TWICE',
    cause,
  });
  expect('cause' in new ProgrammingError('called twice', 'CALLED_TWICE')).toBe(false);
});
