import { expect } from 'vitest';
import type { KubectlShell, ShellOutcome } from './kubectl-shell.ts';

/** What a command has to do: a text is all it prints, an expression is found in it. */
export type Expectation = string | RegExp | Circumstance;

/** A command line with what must come of it. */
export type Command = readonly [command: string, ...expected: Expectation[]];

/** What there is to a command besides its output. */
interface Circumstance {
  /** @default 0 */
  readonly code?: number;
  /** Part of its standard error. @default it must be empty */
  readonly complaint?: string | RegExp;
  readonly input?: string;
  readonly stored?: { readonly url: string; readonly object: object };
}

/** It must fail and complain of this. */
export function fails(complaint: string | RegExp, code = 1): Expectation {
  return { complaint, code };
}

/** It must succeed and write this to standard error. */
export function warns(complaint: string | RegExp): Expectation {
  return { complaint };
}

/** What the command reads: objects as one list. */
export function input(...items: readonly unknown[]): Expectation {
  return { input: JSON.stringify(items.length === 1 ? items[0] : { apiVersion: 'v1', kind: 'List', items }) };
}

/** What the server must have afterwards at a path, where `:namespace` stands for the scenario's own. */
export function stored(url: string, object: object): Expectation {
  return { stored: { url, object } };
}

/** Runs a command line and fails unless what must come of it did. */
export async function judge(shell: KubectlShell, [command, ...expected]: Command): Promise<void> {
  const circumstances = expected.filter(isCircumstance);
  const outcome = await shell.run(command, circumstances.map((each) => each.input ?? '').join(''));
  judgeOutcome(command, outcome, expected);
  for (const { stored } of circumstances) {
    if (stored === undefined) continue;
    const url = stored.url.replace(':namespace', shell.namespace);
    expect(await shell.target.get(url), command).toMatchObject(stored.object);
  }
}

function judgeOutcome(command: string, outcome: ShellOutcome, expected: readonly Expectation[]): void {
  const circumstances = expected.filter(isCircumstance);
  const code = circumstances.reduce((total, each) => total + (each.code ?? 0), 0);
  expect(outcome.code, `${command}\n${outcome.stdout}${outcome.stderr}`).toBe(code);
  const complaints = circumstances.flatMap(({ complaint }) => complaint ?? []);
  if (complaints.length === 0) expect(outcome.stderr, command).toBe('');
  for (const complaint of complaints) expect(outcome.stderr, command).toMatch(complaint);
  for (const printed of expected) {
    if (typeof printed === 'string') expect(outcome.stdout.trimEnd(), command).toBe(printed);
    else if (!isCircumstance(printed)) expect(outcome.stdout, command).toMatch(printed);
  }
}

function isCircumstance(expectation: Expectation): expectation is Circumstance {
  return typeof expectation === 'object' && !(expectation instanceof RegExp);
}
