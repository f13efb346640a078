import type { KeyboardEvent } from 'react';
import { findComponent, hideSecrets } from '../../draft/index.ts';
import { useEditor } from './editor-context.tsx';

/** The keys of a card: move, open, rename, remove, and from card to card. */
export function useCardKeys(name: string) {
  const { lanes, actions, openDialog, select, document: draft } = useEditor();
  return (event: KeyboardEvent<HTMLElement>): void => {
    const moves = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
    const direction = isArrow(event.key) ? moves[event.key] : undefined;
    const isCommand = event.ctrlKey || event.metaKey;
    if (direction !== undefined && event.altKey) actions.moveBy(name, direction);
    else if (direction !== undefined && !isCommand) focusNeighbour(direction);
    else if (event.key === 'F2') openDialog({ kind: 'rename', name });
    else if (event.key === 'Delete') actions.remove(name);
    else if (isCommand && event.key.toLowerCase() === 'd') actions.duplicate(name);
    else if (isCommand && event.key.toLowerCase() === 'c') {
      const component = findComponent(hideSecrets(draft), name);
      void navigator.clipboard.writeText(JSON.stringify(component?.value, undefined, 2));
    } else if (event.key === 'Escape') select(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  function focusNeighbour(direction: 'up' | 'down' | 'left' | 'right'): void {
    const lane = lanes.findIndex(({ components }) => components.includes(name));
    const at = lanes[lane]?.components.indexOf(name) ?? 0;
    const step = direction === 'left' || direction === 'up' ? -1 : 1;
    let next: string | undefined;
    if (direction === 'up' || direction === 'down') next = lanes[lane]?.components[at + step];
    else {
      for (let to = lane + step; next === undefined && to >= 0 && to < lanes.length; to += step) {
        const components = lanes[to]?.components ?? [];
        next = components[Math.min(at, components.length - 1)];
      }
    }
    if (next !== undefined) document.querySelector<HTMLElement>(`[data-card="${CSS.escape(next)}"]`)?.focus();
  }
}

function isArrow(key: string): key is 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' {
  return key.startsWith('Arrow');
}
