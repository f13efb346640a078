import { access, readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { address, globalsAmong, parseLine, parseOperands, withApplication } from '../apps/cli/src/command/index.ts';
import { COMMANDS } from '../apps/cli/src/commands/index.ts';
import { platformModel } from '../apps/cli/src/documents/index.ts';

const ROOT = new URL('../', import.meta.url);

async function pages(): Promise<readonly string[]> {
  const docs = await readdir(new URL('docs/', ROOT), { recursive: true });
  return ['README.md', 'CONTRIBUTING.md', ...docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`)];
}

/** Lines of fenced shell blocks that call the command, without what the shell does with them. */
function shellLines(text: string): readonly string[] {
  const fences = [...text.matchAll(/^```(?:sh|bash|console)\n([\s\S]*?)^```/gm)].map(([, body = '']) => body);
  return fences
    .flatMap((body) => body.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/^\$ /, '').trim())
    .filter((line) => /^(npx )?kubemin /.test(line));
}

/** Commands inside sentences. Placeholders and flags end what is looked up. */
function inlineCommands(text: string): readonly string[] {
  const spans = [...text.matchAll(/`((?:npx )?kubemin [^`]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => !span.includes('…') && !/<command>|<命令>/.test(span));
}

/** The words of a line, up to a comment, a pipe or a redirection. */
function words(line: string): readonly string[] {
  const plain = line.replace(/\s#.*$/, '').replace(/\s(\||>|&&|;|<<?)\s?.*$/, '');
  const found = plain.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  return found.map((word) => word.replace(/^(['"])(.*)\1$/, '$2')).slice(found[0] === 'npx' ? 2 : 1);
}

test('every kubemin line in a shell block of the docs is a command line that parses', async () => {
  const wrong: string[] = [];
  for (const page of await pages()) {
    for (const line of shellLines(await readFile(new URL(page, ROOT), 'utf8'))) {
      const addressed = address(COMMANDS, words(line));
      if (addressed.kind === 'unknown' || (addressed.kind === 'family' && addressed.asks === undefined)) {
        wrong.push(`${page}: ${line}: there is no such command`);
      }
      if (addressed.kind !== 'command' || addressed.args.includes('--help')) continue;
      const { command, args } = addressed;
      // Pages that omit the application assume a linked directory.
      const completed = withApplication(command, args, {
        named: globalsAmong(args).get('app')?.[0],
        operands: () => parseOperands(command, args),
        linked: async () => 'shop',
        needed: async () => 'shop',
      });
      await completed
        .then((all) => parseLine(command, all))
        .catch((error: Error) => {
          wrong.push(`${page}: ${line}: ${error.message}`);
        });
    }
  }
  expect(wrong).toEqual([]);
});

test('every command that a sentence of the docs names is there', async () => {
  const wrong: string[] = [];
  for (const page of await pages()) {
    for (const span of inlineCommands(await readFile(new URL(page, ROOT), 'utf8'))) {
      const addressed = address(COMMANDS, words(span));
      if (addressed.kind === 'unknown') wrong.push(`${page}: \`${span}\``);
    }
  }
  expect(wrong).toEqual([]);
});

test('every command that the console offers to copy is there', async () => {
  const files = await readdir(new URL('apps/console/src', ROOT), { recursive: true });
  const wrong: string[] = [];
  let found = 0;
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const text = await readFile(new URL(`apps/console/src/${file}`, ROOT), 'utf8');
    for (const [call, first = '', second] of text.matchAll(/\bcliCommand\(\s*'([a-z-]+)'(?:,\s*'([a-z-]+)')?/g)) {
      found += 1;
      const addressed = address(COMMANDS, second === undefined ? [first] : [first, second]);
      if (addressed.kind === 'unknown') wrong.push(`${file}: ${call}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThan(1);
});

test('the documents that README and quick starts show are valid, without a warning', async () => {
  const model = platformModel();
  const documents = await Promise.all(
    ['README.md', 'docs/quick-start.md', 'docs/zh/quick-start.md'].map(async (page) => {
      const text = await readFile(new URL(page, ROOT), 'utf8');
      return [...text.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, yaml = '']) => yaml).filter(isDocument);
    }),
  );
  expect(documents.map(({ length }) => length)).toEqual([1, 1, 1]);
  for (const text of documents.flat()) expect(model.parseText(text).problems).toEqual([]);
});

test('every link between pages of the docs leads somewhere', async () => {
  const all = await pages();
  const broken: string[] = [];
  for (const page of all) {
    const text = await readFile(new URL(page, ROOT), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const url = new URL(target, new URL(page, ROOT));
      await access(url).catch(() => broken.push(`${page}: ${target}`));
    }
  }
  expect(broken).toEqual([]);
});

function isDocument(yaml: string): boolean {
  return /^component:/m.test(yaml);
}
