import { useEffect, useRef } from 'react';
import { useSingleKeys } from '../preferences/index.ts';

/** Handlers by key, such as `/`, `?`, `mod+k`, `mod+shift+z`, or two keys after each other as in `g a`. `mod` is Ctrl, or ⌘ on a Mac. */
export type Hotkeys = Readonly<Record<string, () => void>>;

const SEQUENCE_MS = 1_000;

/** What goes on while the key is held down. Anything else happens once. */
const REPEATED = ['mod+z', 'mod+y', 'mod+shift+z'];

/** Calls handlers for keys, once for each time they are pressed. Single keys never fire inside of inputs, nor while a dialog is open, nor when the user switched them off. */
export function useHotkeys(hotkeys: Hotkeys): void {
  const current = useRef(hotkeys);
  current.current = hotkeys;
  const [hasSingleKeys] = useSingleKeys();
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const isModified = event.ctrlKey || event.metaKey;
      if (!isModified && (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null)) return;
      if (!isModified && !hasSingleKeys && event.key.length === 1) return;
      // Without another key, Shift is part of the character, as in `?`.
      const shift = isModified && event.shiftKey ? 'shift+' : '';
      const character = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const key = `${isModified ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift}${character}`;
      const sequence = event.timeStamp - firstAt < SEQUENCE_MS ? `${first} ${key}` : '';
      first = key;
      firstAt = event.timeStamp;
      const handler = current.current[sequence] ?? current.current[key];
      if (handler === undefined) return;
      event.preventDefault();
      if (!event.repeat || REPEATED.includes(key)) handler();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [hasSingleKeys]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
