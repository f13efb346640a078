import { type ConfigProblem, readAppConfig } from '@kubemin/controller/app';
import { createTranslator } from '@kubemin/model/chinese';
import { expect, test } from 'vitest';
import { configSentences } from './config-sentences.ts';

/** A configuration with one thing wrong in each way there is. */
const FILES = [
  'reconcilermgr: 5',
  'reconcilermgr: {concurence: 1, concurrence: many}\nreconcile-concurrence: 1',
  'unheard-of: 1',
  'namespace: [a]',
  'namespace: {a: b}',
  'namespace: A_B\nportable: maybe\nsync-period: soon\nstop-grace: soon\nlog: {level: loud, format: x}',
  'resource-filter: all',
  'resource-filter: {ats: "re:("}',
  'enabled-controllers: {a: b}',
  'a: [1',
  '- a',
  'apiext: {tls: {cert-file: a}, prefix: "a/b", bind-address: nowhere}',
  'leader-election-lease-duration: 1s\nleader-election-id: A\ncontroller-manager-id: "?"',
  'log: {name: x}\ngin: {server: {mode: debug}, insecure: {bind-port: x}}\nreconcilermgr: {concurrence: 1}\nreconcile-concurrence: 1',
  `# ${'x'.repeat(1_100_000)}`,
];

const problems = [
  {
    flags: new Map([
      ['namspace', 'a'],
      ['qqq', 'b'],
    ]),
    env: {},
  },
  ...FILES.map((text) => ({ flags: new Map(), env: {}, file: { name: 'f', text } })),
].flatMap((input): readonly ConfigProblem[] => {
  const read = readAppConfig(input);
  return read.kind === 'problems' ? read.problems : read.warnings;
});

test('everything that can be said about a configuration is said in Chinese', () => {
  const translate = createTranslator(configSentences);
  expect(problems.length).toBeGreaterThan(25);
  const untranslated = problems
    .flatMap(({ message, fix }) => [message, fix])
    .filter((text) => translate(text) === undefined);
  expect([...new Set(untranslated)]).toEqual([]);
});
