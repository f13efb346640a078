import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Rejects words that this project does not use, in identifiers, comments, texts and documentation: the glossary in CONTRIBUTING.md
 * names what to write instead. Arguments: files or directories; without any, everything that is checked.
 */

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Files in which the word has its own meaning. */
  readonly except?: RegExp;
}

const PEOPLE = 'name the component or the user: "the caller", "another instance", "no executor"';
const REPORTS = 'returns, reports, prints, logs, states';

/** Words of prose: comments, texts, documentation. Also looked for in identifiers, which are split into words. */
export const RULES: readonly Rule[] = [
  { pattern: /\b(?:whoever|whomever|somebody|anybody|everybody|someone|anyone|everyone)\b/i, instead: PEOPLE },
  // The user of Unix has this name; `nobody-here` is a user name of tests.
  { pattern: /(?<!\buser:? )\bnobody\b(?![:'"`]|,? (?:and|or) nogroup|[ -]here\b)/i, instead: PEOPLE },
  { pattern: /\bthose who\b/i, instead: PEOPLE },
  { pattern: /\b(?:tells?|told|telling)\b/i, instead: REPORTS },
  { pattern: /\b(?:says?|said|saying)\b/i, instead: REPORTS },
  {
    // The column `requests.answer` of the database and the error codes UNEXPECTED_ANSWER and NO_ANSWER keep their names.
    pattern: /(?<!\brequests\.|column: '|\bUNEXPECTED |code: 'NO )\b(?:answers?|answered|answering)\b/i,
    instead: 'returns, responds; response, result',
    // What a person replies to a question, the sections of DNS messages, and where the column is read and written.
    except:
      /(?:^|\/)(?:wizard|prompt|init|dns|approval)|platform\/server\/src\/api\/requests\/|apps\/cli\/src\/(?:terminal\/(?:confirm|passphrase|index)|documents\/(?:authoring\/addition|index)|commands\/login)\.ts|\.prompt|adr\/0023-own-prompts|docs\/(?:zh\/)?init\.md|(?:^|\/)messages\/(?:init|wizard|prompt|confirm)/,
  },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bso long\b/i, instead: 'while, until then, as long as' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  // Not `afterAll`, which is split into "after All".
  { pattern: /\b[Aa]fter all(?=[.,;:)]|$)/, instead: 'omit' },
  // Point-in-time recovery, and algorithms that run in time linear in their input.
  { pattern: /(?<!\bpoint[ -])\bin time\b(?! (?:linear|proportional|O\())/i, instead: 'before the deadline, before …' },
  { pattern: /\bby (?:itself|themselves)\b/i, instead: 'automatically, or omit' },
  { pattern: /\b(?:fares?|mends?|mended|mending)\b/i, instead: 'state, works; fix' },
  { pattern: /\bdoubts?\b/i, instead: 'warning' },
  { pattern: /\btakes? (?:it )?up where\b/i, instead: 'resumes' },
];

/** Names that were metaphors for known terms. */
const NAMES: Readonly<Record<string, string>> = {
  Refusal: 'ApiError',
  Asked: 'RequestContext',
  Visit: 'Credentials',
  Passage: 'AuthorizedRequest',
  RollCall: 'InstanceHeartbeat',
  StepBook: 'StepResults',
  Ledger: 'WriteBatcher',
  Parking: 'SlotLease',
  patientStores: 'retryingStores',
  patiently: 'withRetries',
  agreeOnPlan: 'confirmPlan',
  doubtsBeyond: 'newWarnings',
  Surroundings: 'ProcessEnvironment',
  secondForm: 'alternateVersion',
  keepTidy: 'runRetention',
  NamespaceFurnisher: 'NamespaceBootstrapper',
  Chores: 'KeyedRetryLoop',
  ToldChanges: 'JournaledChanges',
};

const PLACES = ['apps', 'bench', 'cluster', 'core', 'docs', 'platform', 'scripts', 'README.md', 'CONTRIBUTING.md'];
/** Generated, or texts of other programs; the glossary and this file list the words themselves. */
const NOT_CHECKED =
  /node_modules|\/generated\/|\/data\/|docs\/(?:schema|reference)\/|\/golden\/|scripts\/check-words|\/zh\//;

export interface WordHit {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** The hits in one text. Identifiers are read as words: `answerOf` has the word `answer`. */
export function findWords(file: string, text: string): readonly WordHit[] {
  const hits: WordHit[] = [];
  for (const [index, line] of withoutWordList(text).split('\n').entries()) {
    const prose = withoutErrorCodes(file.endsWith('.ts') ? withoutImportPaths(line) : line);
    const split = prose.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
    for (const { pattern, instead, except } of RULES) {
      if (except?.test(file) === true) continue;
      const found = pattern.exec(prose) ?? pattern.exec(split);
      if (found !== null) hits.push({ file, line: index + 1, word: found[0], instead });
    }
    for (const [, name = ''] of prose.matchAll(/\b([A-Za-z]\w+)\b/g)) {
      const instead = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
      if (instead !== undefined) hits.push({ file, line: index + 1, word: name, instead });
    }
  }
  return hits;
}

function withoutImportPaths(line: string): string {
  return line.replace(/\bfrom '[^']*'/, '').replace(/\bimport\('[^']*'\)/, '');
}

/** The glossary lists the words themselves, in the table below this sentence. */
function withoutWordList(text: string): string {
  return text.replace(/(?<=^Words to avoid, .*\n\n)(?:\|.*\n)+/m, (table) => '\n'.repeat(table.split('\n').length - 1));
}

/** Codes of errors are stable, so words in them stay: `code: 'UNEXPECTED_ANSWER'`. */
function withoutErrorCodes(line: string): string {
  return line.replaceAll(/\bcode: '[A-Z_]+'/g, '');
}

export function filesToCheck(root: string, places: readonly string[] = PLACES): readonly string[] {
  return places.flatMap((place) => {
    if (/\.\w+$/.test(place)) return [place];
    return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|md)$/.test(file))
      .map((file) => `${place}/${file.split(sep).join('/')}`)
      .filter((file) => !NOT_CHECKED.test(file));
  });
}

function main(words: readonly string[]): void {
  const root = join(import.meta.dirname, '..');
  const places = words.filter((word) => !word.startsWith('--')).map((word) => relative(root, word));
  const hits = filesToCheck(root, places.length === 0 ? PLACES : places).flatMap((file) =>
    findWords(file, readFileSync(join(root, file), 'utf8')),
  );
  const lines = words.includes('--summary')
    ? [...Map.groupBy(hits, ({ file }) => file.split('/').slice(0, 2).join('/'))].map(
        ([place, found]) => `${place}: ${found.length}`,
      )
    : hits.map(({ file, line, word, instead }) => `${file}:${line}: "${word}": write ${instead}`);
  // A reader that stops early, such as `head`, closes the pipe.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.stdout.write(`${[...lines, `${hits.length} words to avoid`].join('\n')}\n`);
  process.exitCode = hits.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
