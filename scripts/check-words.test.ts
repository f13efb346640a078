import { describe, expect, test } from 'vitest';
import { filesToCheck, findWords } from './check-words.ts';

const FILE = 'core/base/src/example.ts';

describe('words to avoid', () => {
  test.each([
    ['/** Somebody else has the lease. */', 'Somebody'],
    ['// nobody follows this run', 'nobody'],
    ['// for those who wait', 'those who'],
    ["throw new Error('the server says no');", 'says'],
    ['/** What the caller was told. */', 'told'],
    ['const answer = await fetch(url);', 'answer'],
    ['function answerOf(request: Request): Response {', 'answer'],
    ['const LAST_ANSWER = 1;', 'ANSWER'],
    ['// see tell-changes.ts', 'tell'],
    ['/** Opens the file anew. */', 'anew'],
    ['// so long as it runs', 'so long'],
    ['// It is needed after all.', 'after all'],
    ['// After all, it is needed', 'After all'],
    ['// the request did not end in time', 'in time'],
    ['// it starts by itself', 'by itself'],
    ['function mendDocument(): void {', 'mend'],
    ['const doubts = problems.length;', 'doubts'],
    ['class StepBook {', 'StepBook'],
  ])('%s', (line, word) => {
    expect(findWords(FILE, line)).toEqual([expect.objectContaining({ file: FILE, line: 1, word })]);
  });
});

describe('not hits', () => {
  test.each([
    'import { afterAll, beforeAll } from "vitest";',
    'afterAll(() => directory.remove());',
    "throw new TerminalError(message, { code: 'UNEXPECTED_ANSWER' });",
    '// after all objects are deleted',
    '// point-in-time recovery',
    '// matches in time linear in the input',
    "const user = 'nobody';",
    'nobody:x:65534:65534:nobody:/:/usr/sbin/nologin',
    '// runs as the user nobody',
    "import { x } from './answer-cache.ts';",
    "const { x } = await import('./told-changes.ts');",
    '// essay, foretell, welfare, commend, amendment',
    '// a ledger of an accountant',
    '| `requests.answer` | encrypted |',
  ])('%s', (line) => {
    expect(findWords(FILE, line)).toEqual([]);
  });
});

test('a word has its own meaning in some files', () => {
  const line = '/** The answer to the question. */';
  expect(findWords('apps/cli/src/documents/wizard/question.ts', line)).toEqual([]);
  expect(findWords('cluster/node/src/network/dns/server.ts', line)).toEqual([]);
  expect(findWords('docs/init.md', line)).toEqual([]);
  expect(findWords('docs/backup.md', line)).toHaveLength(1);
});

test('each hit has the line of its word', () => {
  expect(findWords(FILE, 'one\n// somebody\n\n// anew').map(({ line }) => line)).toEqual([2, 4]);
});

test('the glossary may list the words, and other lines around it may not', () => {
  const glossary = 'Words to avoid, in texts:\n\n| Not | But |\n| --- | --- |\n| anew | again |\n\nIt begins anew.\n';
  expect(findWords('CONTRIBUTING.md', glossary).map(({ line }) => line)).toEqual([7]);
});

test('generated files, translations and the list itself are not checked', () => {
  const files = filesToCheck(`${import.meta.dirname}/..`, ['scripts', 'docs']);
  expect(files).toEqual(expect.arrayContaining(['scripts/test.ts', 'docs/index.md']));
  expect(files.filter((file) => /check-words|reference\/|schema\/|\/zh\//.test(file))).toEqual([
    ...files.filter((file) => file.startsWith('scripts/reference/')),
  ]);
});
