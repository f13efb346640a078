import { parse } from 'yaml';

/** What the templates of a chart are evaluated with. */
export interface ChartScope {
  readonly Values: unknown;
  readonly Release: { readonly Name: string; readonly Namespace: string };
}

/**
 * Evaluates the part of Go's templates that charts written here use: texts, `.Values.x` and `.Release.x`, the functions below,
 * parentheses and pipes. Where Helm itself is at hand, a test of the command compares with it.
 */
export function renderTemplate(template: string, scope: ChartScope): string {
  return template.replaceAll(/\{\{ (.*?) \}\}/g, (_whole, action: string) => {
    const tokens = action.match(/"(?:\\.|[^"\\])*"|[()|]|[^\s"()|]+/g) ?? [];
    const reader = { tokens: [...tokens], scope };
    const value = readPipeline(reader);
    if (reader.tokens.length > 0) fail(action);
    return String(value);
  });
}

interface Reader {
  readonly tokens: string[];
  readonly scope: ChartScope;
}

const FUNCTIONS: ReadonlyMap<string, (...args: readonly unknown[]) => unknown> = new Map(
  Object.entries<(...args: readonly unknown[]) => unknown>({
    quote: (value) => JSON.stringify(String(value)),
    int: (value) => Math.trunc(Number(value)),
    toJson: (value) => JSON.stringify(value),
    toString: (value: unknown) => String(value),
    b64enc: (value) => Buffer.from(String(value)).toString('base64'),
    default: (fallback, value) => (isEmpty(value) ? fallback : value),
    printf: (format, ...args) =>
      args.reduce<string>((text, arg) => text.replace('%s', () => String(arg)), String(format)),
    required: (message, value) => (isEmpty(value) ? fail(String(message)) : value),
    index: (root, ...steps) => steps.reduce((at, step) => field(at, String(step)), root),
  }),
);

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function readPipeline(reader: Reader): unknown {
  let value = readCall(reader, []);
  while (reader.tokens[0] === '|') {
    reader.tokens.shift();
    value = readCall(reader, [value]);
  }
  return value;
}

/** A function with what follows as its arguments and, last, what came through the pipe; or a single operand. */
function readCall(reader: Reader, piped: readonly unknown[]): unknown {
  const name = reader.tokens[0] ?? '';
  const operation = FUNCTIONS.get(name);
  if (operation === undefined) return readOperand(reader);
  reader.tokens.shift();
  const args: unknown[] = [];
  while (reader.tokens.length > 0 && reader.tokens[0] !== '|' && reader.tokens[0] !== ')')
    args.push(readOperand(reader));
  return operation(...args, ...piped);
}

function readOperand(reader: Reader): unknown {
  const token = reader.tokens.shift() ?? '';
  if (token === '(') {
    const value = readPipeline(reader);
    if (reader.tokens.shift() !== ')') fail('a parenthesis is not closed');
    return value;
  }
  if (token.startsWith('.')) {
    const steps = token.slice(1).split('.');
    return steps.reduce<unknown>((at, step) => field(at, step), reader.scope);
  }
  return JSON.parse(token);
}

function field(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return fail(key);
  return Object.entries(holder).find(([name]) => name === key)?.[1];
}

function fail(what: string): never {
  throw new Error(`The template cannot be evaluated: ${what}`);
}

/** The objects a chart gives; `values` are those it comes with, filled in where it requires some. */
export function chartObjects(
  files: Readonly<Record<string, string>>,
  { Release, fill = (values) => values }: Pick<ChartScope, 'Release'> & { fill?: (values: unknown) => unknown },
): readonly unknown[] {
  const Values = fill(parse(files['values.yaml'] ?? ''));
  return Object.entries(files)
    .filter(([name]) => name.startsWith('templates/'))
    .map(([, text]): unknown => parse(renderTemplate(text, { Values, Release })));
}
