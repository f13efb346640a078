import { isTerminal, runStates, type Task } from '@kubemin/client';
import { runMessages } from '../messages/index.ts';
import { type CommandContext, LiveRegion, type Style, type Translate } from '../terminal/index.ts';
import type { Below, RunDisplay } from './run-display.ts';
import { runTree, visibleTree } from './run-tree.ts';
import { emptyRunView, type RunView } from './run-view.ts';
import { stateMark, stateWord } from './state-text.ts';

const REDRAW_MS = 200;

/** A header and a tree, drawn again in place with every event and every passing moment. */
export function liveTree(context: CommandContext, below: Below = () => []): RunDisplay {
  const { terminal, style, translate, clock } = context;
  const region = new LiveRegion(terminal);
  let latest = emptyRunView;
  const draw = (tree: (view: RunView) => readonly string[]): void => {
    const header = latest.task === undefined ? [] : [runHeader(latest.task, { style, translate, now: clock.now() })];
    region.draw([...header, ...tree(latest)]);
  };
  // The cursor stands below the tree, and the header above it.
  const fitted = (view: RunView): readonly string[] => {
    const height = terminal.height() - 2;
    // The end of what stands below, and never more than half: the run is what people look at.
    const lines = below().slice(-Math.floor(height / 2));
    const room = { width: terminal.width(), height: height - lines.length };
    return [...visibleTree(view, { style, translate, now: clock.now(), ...room }), ...lines];
  };
  let cancel = clock.after(REDRAW_MS, again);
  function again(): void {
    draw(fitted);
    cancel = clock.after(REDRAW_MS, again);
  }
  return {
    show: (view) => {
      latest = view;
      draw(fitted);
    },
    close: () => {
      cancel();
      // What stays behind may scroll.
      draw((view) => runTree(view, { style, translate, now: clock.now(), width: terminal.width() }));
    },
  };
}

interface RunHeaderOptions {
  readonly style: Style;
  readonly translate: Translate;
  readonly now: number;
}

/** What a run is, how it stands and for how long it has been under way: `● shop r13  running  00:21  run 214`. */
function runHeader(task: Task, { style, translate, now }: RunHeaderOptions): string {
  const state = runStates[task.status];
  const end = task.endedAt === undefined || !isTerminal(task.status) ? now : Date.parse(task.endedAt);
  const time = clockText(end - Date.parse(task.startedAt ?? task.createdAt));
  const what = `${style.bold(task.appName)} r${task.revision}`;
  return `${stateMark(state, style)} ${what}  ${stateWord(state, translate)}  ${time}  ${style.dim(translate(runMessages.named({ run: task.number })))}`;
}

/** 00:21, 1:02:03. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (count: number): string => String(count).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
