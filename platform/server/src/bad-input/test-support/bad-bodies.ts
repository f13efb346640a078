import { FULL } from './extent.ts';
import { ODD_TEXTS } from './schema-arbitrary.ts';

/** Deeper than any stack; reading it takes a while. */
const DEPTH = FULL ? 100_000 : 30_000;

/** Bodies that are no request to anything, by what is wrong with them. */
export const BAD_BODIES: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  'broken JSON': '{"name": ',
  'a lone bracket': '[',
  'a list': '[1, 2, 3]',
  'a number': '7',
  'a text': '"hello"',
  'nothing but null': 'null',
  'a number no computer has': '{"revision": 1e999, "replicas": {"web": 1e999}}',
  'deep lists': '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  'deep objects': `${'{"values":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'deep objects in a field': `{"verdict":"approved","values":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
  'deep YAML': 'a: '.repeat(2000),
  'a YAML bomb': `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    .map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index]},`.repeat(9)}]`)
    .join('\n')}`,
  'keys given twice': '{"taskId":"a","taskId":{"b":1},"name":"x","name":7}',
  'keys of the prototype': '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  'bytes that are no text': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc3, 0x28, 0x7d]),
  'UTF-16': new Uint8Array(Buffer.from('{"name":"x"}', 'utf16le')),
  'a byte order mark': '\uFEFF{}',
  'only blanks': ' \n\t ',
  'a form': 'name=shop&component=web',
  XML: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  'half a surrogate pair': '{"name":"\\ud800","taskId":"\\ud800","comment":"\\udc00"}',
  'a zero character in every text': JSON.stringify({
    taskId: 'a\0b',
    jobId: '\0',
    comment: 'x\0',
    verdict: 'approved',
    name: 'sh\0op',
    reason: '\0',
    description: 'a\0b',
  }),
  ...(FULL ? Object.fromEntries(ODD_TEXTS.map((text, index) => [`odd text ${index} alone`, text])) : {}),
};
