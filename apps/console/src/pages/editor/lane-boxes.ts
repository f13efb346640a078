import { useMemo } from 'react';
import { type Lane, readComponents } from '../../draft/index.ts';
import { useEditor } from './editor-context.tsx';
import { type LaneBox, layoutLanes } from './layout.ts';

/** The lanes and cards of the draft, with their places. */
export function useLaneBoxes(): readonly LaneBox[] {
  const { document, lanes, changes, collapsed } = useEditor();
  return useMemo(() => {
    const types = new Map(readComponents(document).map(({ name, type }) => [name, type]));
    const removed = [...changes.components].flatMap(([name, change]) => (change === 'removed' ? [name] : []));
    const isData = (name: string): boolean =>
      ['config', 'secret'].includes(types.get(name) ?? '') || removed.includes(name);
    const isCollapsed = (lane: Lane): boolean => lane.kind === 'step' && collapsed.has(lane.step.name);
    return layoutLanes({ lanes, isData, removed, isCollapsed });
  }, [document, lanes, changes, collapsed]);
}
