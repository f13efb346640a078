import { parse } from 'yaml';

type Scope = Readonly<Record<string, unknown>>;

/**
 * Evaluates the part of Go's templates that charts written here use: `{{ "text" }}` and
 * `{{ index .Values "a" "b" 0 | pipe }}` with the pipes quote, int and toJson.
 */
export function renderTemplate(template: string, values: unknown): string {
  return template.replaceAll(/\{\{ (.*?) \}\}/g, (_whole, action: string) => {
    const [source = '', ...pipes] = action.split(' | ');
    const value = evaluate(source, { Values: values });
    return String(pipes.reduce<unknown>((at, pipe) => PIPES[pipe]?.(at) ?? fail(pipe), value));
  });
}

const PIPES: Readonly<Record<string, (value: unknown) => unknown>> = {
  quote: (value) => JSON.stringify(String(value)),
  int: (value) => Math.trunc(Number(value)),
  toJson: (value) => JSON.stringify(value),
};

function evaluate(source: string, scope: Scope): unknown {
  if (source.startsWith('"')) return JSON.parse(source);
  const [word, root, ...steps] = source.match(/"(?:\\.|[^"\\])*"|[^\s"]+/g) ?? [];
  if (word !== 'index' || root !== '.Values') return fail(source);
  return steps.reduce<unknown>((at, step) => {
    const key: unknown = JSON.parse(step);
    const record: unknown = at;
    if (typeof record !== 'object' || record === null) return fail(source);
    const found = Object.entries(record).find(([name]) => name === String(key));
    return found === undefined ? fail(source) : found[1];
  }, scope.Values);
}

function fail(what: string): never {
  throw new Error(`The template cannot be evaluated here: ${what}`);
}

/** The objects a chart gives with the values it comes with. */
export function chartObjects(files: Readonly<Record<string, string>>): readonly unknown[] {
  const values: unknown = parse(files['values.yaml'] ?? '');
  return Object.entries(files)
    .filter(([name]) => name.startsWith('templates/'))
    .map(([, text]): unknown => parse(renderTemplate(text, values)));
}
