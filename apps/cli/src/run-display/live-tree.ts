import type { CommandContext } from '../command-context.ts';
import { LiveRegion } from '../live-region.ts';
import { runHeader } from '../run-header.ts';
import { runTree, visibleTree } from '../run-tree.ts';
import { emptyRunView, type RunView } from '../run-view.ts';
import type { Below, RunDisplay } from './run-display.ts';

const REDRAW_MS = 200;

/** A header and a tree, drawn again in place with every event and every passing moment. */
export function liveTree(context: CommandContext, below: Below = () => []): RunDisplay {
  const { terminal, style, language, clock } = context;
  const region = new LiveRegion(terminal);
  let latest = emptyRunView;
  const draw = (tree: (view: RunView) => readonly string[]): void => {
    const header = latest.task === undefined ? [] : [runHeader(latest.task, { style, language, now: clock.now() })];
    region.draw([...header, ...tree(latest)]);
  };
  // The cursor stands below the tree, and the header above it.
  const fitted = (view: RunView): readonly string[] => {
    const height = terminal.height() - 2;
    // The end of what stands below, and never more than half: the run is what people look at.
    const lines = below().slice(-Math.floor(height / 2));
    const room = { width: terminal.width(), height: height - lines.length };
    return [...visibleTree(view, { style, language, now: clock.now(), ...room }), ...lines];
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
      draw((view) => runTree(view, { style, language, now: clock.now(), width: terminal.width() }));
    },
  };
}
