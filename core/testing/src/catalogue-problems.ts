import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { catalogueSource, isMessageCatalogue, type MessageEntry } from '@kubemin/base/message';

const CHINESE = /\p{Script=Han}/u;
const PARAMETER = /\{\{|\}\}|\{[^{}]*\}/g;
/** Texts that are the same in both languages: parameters, punctuation, code in quotation marks. */
const HAS_WORDS = /\p{L}{2}/u;

/**
 * What is wrong with the catalogues of a package, which are in `src/messages/`: Chinese that is missing, English that has
 * Chinese in it, entries that are not used, scopes that do not begin with the name of the package. Entries that are looked up by
 * a value count as used when their file is mentioned in `lookedUp`.
 */
export async function catalogueProblems(
  packageDirectory: string,
  { lookedUp = [] }: { readonly lookedUp?: readonly string[] } = {},
): Promise<readonly string[]> {
  const source = join(packageDirectory, 'src');
  const files = readdirSync(join(source, 'messages'), { encoding: 'utf8' }).filter((file) => isSource(file));
  const users = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => isSource(file))
    .map((file) => readFileSync(join(source, file), 'utf8'));
  const problems: string[] = [];
  for (const file of files) {
    const exported: Readonly<Record<string, unknown>> = await import(join(source, 'messages', file));
    for (const [name, catalogue] of Object.entries(exported)) {
      if (!isMessageCatalogue(catalogue)) continue;
      const { scope, entries } = catalogueSource(catalogue);
      if (!scope.startsWith(`${basename(packageDirectory)}.`)) problems.push(`${scope}: not a scope of this package`);
      const text = users.filter((each) => each.includes(name)).join('\n');
      for (const [key, entry] of Object.entries(entries)) {
        const found = entryProblem(entry);
        if (found !== undefined) problems.push(`${scope}.${key}: ${found}`);
        const isUsed = lookedUp.includes(file) || new RegExp(`\\b${name}\\.${key}\\b`).test(text);
        if (!isUsed) problems.push(`${scope}.${key}: not used`);
      }
    }
  }
  return problems;
}

function isSource(file: string): boolean {
  return /\.tsx?$/.test(file) && !file.endsWith('.test.ts');
}

function entryProblem({ en, zh }: MessageEntry): string | undefined {
  if (CHINESE.test(en)) return 'the English text has Chinese in it';
  const hasWords = HAS_WORDS.test(en.replaceAll(PARAMETER, ''));
  return hasWords && !CHINESE.test(zh) ? 'there is no Chinese text' : undefined;
}
