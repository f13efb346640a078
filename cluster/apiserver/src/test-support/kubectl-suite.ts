// Command lines and what must come of them. For tests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KubectlProgram, kubectlPrograms, OLDEST_MINOR } from './kubectl-programs.ts';
import { KubectlSession } from './kubectl-session.ts';
import { KubectlShell } from './kubectl-shell.ts';

/** What a command has to do: a text is all it prints, an expression is found in it. */
export type Expectation = string | RegExp | Circumstance;

/** What there is to a command besides its output. */
interface Circumstance {
  /** @default 0 */
  readonly code?: number;
  /** Part of what it says on the side. @default nothing may be said there */
  readonly complaint?: string | RegExp;
  readonly input?: string;
  readonly stored?: { readonly url: string; readonly object: object };
}

/** A command line with what it must do, or something a command line cannot say. */
export type Step = readonly [command: string, ...expected: Expectation[]] | ((shell: KubectlShell) => Promise<void>);

/** It must fail and complain of this. */
export function fails(complaint: string | RegExp, code = 1): Expectation {
  return { complaint, code };
}

/** It must succeed but say this on the side. */
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

/** Plays scenarios with each kubectl. Each has a namespace named like it; those of one suite share a server. */
export function describeKubectl(topic: string, scenarios: Readonly<Record<string, readonly Step[]>>): void {
  const programs = kubectlPrograms();
  if (programs.length === 0) {
    it.skip(`KC-SRV-1: kubectl ${topic} (skipped: there is no kubectl from 1.${OLDEST_MINOR} on PATH)`);
  }
  describe.each(programs)(`KC-SRV-1: kubectl 1.$minor ${topic}`, (program) => {
    let session: KubectlSession;
    beforeAll(async () => {
      session = await KubectlSession.start();
    });
    afterAll(() => session.close());

    it.each(Object.entries(scenarios))('%s', { timeout: 60_000 }, (title, steps) =>
      play(session, program, title, steps),
    );
  });
}

async function play(
  session: KubectlSession,
  program: KubectlProgram,
  title: string,
  steps: readonly Step[],
): Promise<void> {
  const shell = await KubectlShell.open(session, program, title.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  for (const step of steps) {
    if (typeof step === 'function') await step(shell);
    else await judge(shell, step);
  }
}

async function judge(shell: KubectlShell, [command, ...expected]: readonly [string, ...Expectation[]]): Promise<void> {
  const circumstances = expected.filter(isCircumstance);
  const outcome = await shell.run(command, circumstances.map((each) => each.input ?? '').join(''));
  const code = circumstances.reduce((total, each) => total + (each.code ?? 0), 0);
  expect(outcome.code, `${command}\n${outcome.stderr}`).toBe(code);
  const complaints = circumstances.flatMap(({ complaint }) => complaint ?? []);
  if (complaints.length === 0) expect(outcome.stderr, command).toBe('');
  for (const complaint of complaints) expect(outcome.stderr, command).toMatch(complaint);
  for (const printed of expected) {
    if (typeof printed === 'string') expect(outcome.stdout.trimEnd(), command).toBe(printed);
    else if (!isCircumstance(printed)) expect(outcome.stdout, command).toMatch(printed);
  }
  for (const { stored } of circumstances) {
    if (stored === undefined) continue;
    const url = stored.url.replace(':namespace', shell.namespace);
    expect(await shell.api.get(url), command).toMatchObject(stored.object);
  }
}

function isCircumstance(expectation: Expectation): expectation is Circumstance {
  return typeof expectation === 'object' && !(expectation instanceof RegExp);
}
