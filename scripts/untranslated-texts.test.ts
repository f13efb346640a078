import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorClasses, isUntranslated, textsIn, untranslatedTexts } from './untranslated-texts.ts';

/** English that stays, by place and reason. A new entry needs a reason of one of these kinds. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'texts of Kubernetes: Status messages, events, conditions and states of containers, as its components write them': [
    'core/base/src/cron/',
    'core/kubeapi/',
    'core/kube/src/client/discovery/',
    'cluster/apiserver/',
    'cluster/controllers/',
    'cluster/node/src/agent/',
    'cluster/node/src/config/',
    'cluster/node/src/containerd/grpc/',
    'cluster/node/src/network/',
    'cluster/node/src/pod-admission/',
    'cluster/node/src/pods/',
    'cluster/node/src/pressure/',
    'cluster/node/src/sandbox/port-connection.ts',
    'cluster/node/src/sandbox/runtime-limitations.ts',
    'cluster/node/src/simulated/fleet/',
    'cluster/node/src/simulated/node-',
    'cluster/node/src/simulated/pod-',
    'cluster/node/src/simulated/scenarios/',
    'cluster/node/src/simulated/simulated-',
    'cluster/node/src/static-pods/',
    'cluster/node/src/volumes/',
  ],
  'status and events of objects of custom resources': [
    'cluster/controller/src/phase/',
    'cluster/functions/src/control/',
    'cluster/functions/src/instances/',
    'cluster/functions/src/invocations/',
    'cluster/functions/src/trigger/',
    'cluster/functions/src/workflow/',
    'cluster/samples/src/at/',
    'cluster/samples/src/redis/',
    'cluster/samples/src/redis-migration/',
  ],
  'lines of /readyz, in the format of Kubernetes': [
    'cluster/controller/src/app/app.ts',
    'cluster/controller/src/app/controllers-manager.ts',
    'cluster/controller/src/manager/manager-health.ts',
    'cluster/controller/src/manager/term.ts',
  ],
  'errors that are only logged': [
    'core/base/src/basics/lifetime.ts',
    'core/base/src/telemetry/tracing/otlp-exporter.ts',
    'cluster/controller/src/reconcile/worker-pool.ts',
    'platform/server/src/runs/publication/event-sink.ts',
  ],
  'causes that http-error.ts explains by their code': ['core/kube/src/client/transport/http-transport.ts'],
  'JSON Schema, whose texts are English': ['platform/model/src/document/json-schema.ts'],
};
/** Hooks of React that are called outside their provider, a mistake of code. */
const MISPLACED_HOOK = / needs? an? \w+ above$/;

test('every text that people see is a message', () => {
  const places = Object.values(ALLOWED).flat();
  const found = untranslatedTexts(join(import.meta.dirname, '..'));
  const left = found.filter(
    ({ file, text }) => !places.some((place) => file.startsWith(place)) && !MISPLACED_HOOK.test(text),
  );
  expect(left.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  const unused = places.filter((place) => !found.some(({ file }) => file.startsWith(place)));
  expect(unused).toEqual([]);
});

test('finds texts behind patterns, comments, types and nested templates', () => {
  const source = [
    "// 'not this'",
    `const quoted = /["'\`]/.test(x) ? \`a \${f({ b: \`in \${1 / 2} it\` })} c \${d}\` : "e\\"f";`,
    "const g: 'h' | undefined = { fix: 'Do it.', other: i / 2 };",
  ].join('\n');
  expect(textsIn(source)).toEqual([
    { line: 2, text: 'in {} it', within: ['f', '.b'] },
    { line: 2, text: 'a {} c {}', within: [] },
    { line: 2, text: 'e"f', within: [] },
    { line: 3, text: 'h', within: [] },
    { line: 3, text: 'Do it.', within: ['.fix'] },
  ]);
});

test.each([
  ["throw new Error('it went wrong')", true],
  ['throw new OwnError(`it went wrong`)', true],
  ["return x ? { reason: y ? 'it went wrong' : z } : undefined", true],
  ["return runMessages.failed({ reason: verbatim('it went wrong') })", true],
  ["return runMessages.failed({ what: 'the whole run' })", true],
  ["defineMessages('run', { failed: { en: 'it went wrong', zh: '出错了' } })", false],
  ["logger.warn('it went wrong', { reason })", false],
  ["throw new ProgrammingError('it was called twice', 'TWICE')", false],
  ["throw new TerminalError(runMessages.failed, { code: 'RUN_FAILED' })", false],
  ["return { hint: 'kubemin status shop' }", false],
])('%s: %s', (source, expected) => {
  const errors = errorClasses(['class OwnError extends TerminalError {', 'class TerminalError extends Error {']);
  expect(textsIn(source).some((each) => isUntranslated(each, errors))).toBe(expected);
});
