import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { type Expression, parsePipeline } from './go-expression.ts';
import { parseTemplate, type TemplateNode } from './template-tree.ts';

/** What a template sees as `.`, such as `{ Values, Release, Chart }`, and as `.Files.Get`. */
export interface TemplateScope {
  readonly data: Readonly<Record<string, unknown>>;
  readonly file?: (path: string) => string;
}

/**
 * The part of Helm's templates that our charts use: `if`/`else`/`end`, `define`/`include`, fields, pipes and the functions
 * below. Anything else is an error, so that no chart relies on it.
 */
export class GoTemplates {
  readonly #named = new Map<string, readonly TemplateNode[]>();

  /** Registers what a template defines, and returns a function that renders the rest. */
  add(text: string): (scope: TemplateScope) => string {
    const nodes = parseTemplate(text);
    for (const node of nodes) if (node.kind === 'define') this.#named.set(node.name, node.body);
    return (scope) => this.#render(nodes, scope);
  }

  #render(nodes: readonly TemplateNode[], scope: TemplateScope): string {
    return nodes.map((node) => this.#node(node, scope)).join('');
  }

  #node(node: TemplateNode, scope: TemplateScope): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'define':
        return '';
      case 'print':
        return printed(this.#value(parsePipeline(node.pipeline), scope));
      case 'if':
        return this.#render(
          isTrue(this.#value(parsePipeline(node.condition), scope)) ? node.body : node.otherwise,
          scope,
        );
    }
  }

  #value(expression: Expression, scope: TemplateScope): unknown {
    if (expression.kind === 'literal') return expression.value;
    if (expression.kind === 'field') return fieldAt(scope.data, expression.path);
    const args = expression.args.map((arg) => this.#value(arg, scope));
    if (expression.name === 'include') return this.#include(args, scope);
    if (expression.name === '.Files.Get') return scope.file?.(String(args[0])) ?? unknown('file', args[0]);
    return (FUNCTIONS[expression.name] ?? unknown('function', expression.name))(...args);
  }

  #include([name]: readonly unknown[], scope: TemplateScope): string {
    return this.#render(this.#named.get(String(name)) ?? unknown('template', name), scope);
  }
}

type TemplateFunction = (...args: readonly unknown[]) => unknown;

const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  quote: (value) => JSON.stringify(printed(value)),
  int: (value) => Math.trunc(Number(value)),
  toJson: (value) => JSON.stringify(sorted(value)),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (spaces, text) => `\n${indented(Number(spaces), printed(text))}`,
  indent: (spaces, text) => indented(Number(spaces), printed(text)),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  not: (value) => !isTrue(value),
  eq: (one, other) => one === other,
  printf: (format, ...values) =>
    values.reduce<string>((text, value) => text.replace('%s', printed(value)), printed(format)),
  index: (value, ...keys) => keys.reduce((at, key) => memberNamed(at, String(key)), value),
  sha256sum: (text) => createHash('sha256').update(printed(text)).digest('hex'),
};

function unknown(what: string, name: unknown): never {
  throw new Error(`unknown ${what} ${JSON.stringify(name)} in a template`);
}

function fieldAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce((at, name, place) => {
    if (at === undefined || at === null)
      throw new Error(`.${path.slice(0, place).join('.')} is nothing, so it has no ${name}`);
    return memberNamed(at, name);
  }, data);
}

function memberNamed(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function printed(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** As Go sees it: zero, nothing and what is empty are false. */
function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

function indented(spaces: number, text: string): string {
  return text.replace(/^/gm, ' '.repeat(spaces));
}

/** Maps have no order in Go: their keys are written by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
