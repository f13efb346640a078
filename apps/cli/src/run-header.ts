import { isTerminal, runStates, type Task } from '@kubemin/client';
import type { Language } from './language/language.ts';
import { runWords } from './language/words/run.ts';
import { stateMark, stateWord } from './state-text.ts';
import type { Style } from './style.ts';

export interface RunHeaderOptions {
  readonly style: Style;
  readonly language: Language;
  readonly now: number;
}

/** What a run is, how it stands and for how long it has been under way: `● shop r13  running  00:21  run 214`. */
export function runHeader(task: Task, { style, language, now }: RunHeaderOptions): string {
  const state = runStates[task.status];
  const end = task.endedAt === undefined || !isTerminal(task.status) ? now : Date.parse(task.endedAt);
  const time = clockText(end - Date.parse(task.startedAt ?? task.createdAt));
  const what = `${style.bold(task.appName)} r${task.revision}`;
  return `${stateMark(state, style)} ${what}  ${stateWord(state, language)}  ${time}  ${style.dim(runWords[language].named(task.number))}`;
}

/** 00:21, 1:02:03. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (count: number): string => String(count).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
