import { formatPath } from '@kubemin/model';
import type { Path } from '../../draft/index.ts';

/** Focuses the control of a path, or of the closest one around it, once the inspector shows it. */
export function focusField(path: Path, attempts = 20): void {
  requestAnimationFrame(() => {
    for (let length = path.length; length > 1; length -= 1) {
      const place = CSS.escape(formatPath(path.slice(0, length)));
      const field = document.querySelector(`[data-path="${place}"]`);
      // Buttons last: those of an entry of a list move or remove it.
      const control =
        field?.querySelector<HTMLElement>('input, select, textarea') ?? field?.querySelector<HTMLElement>('button');
      if (control === null || control === undefined) continue;
      control.closest('details')?.setAttribute('open', '');
      control.scrollIntoView({ block: 'center' });
      control.focus();
      return;
    }
    if (attempts > 0) focusField(path, attempts - 1);
  });
}

/** Focuses a card again after it moved, which may have given it another place in the page. */
export function focusCard(name: string): void {
  requestAnimationFrame(() => findCard(name)?.focus());
}

/** The card, or the row of the outline, of a component. */
export function findCard(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-card="${CSS.escape(name)}"]`);
}

/** The panel of what is selected. */
export function findInspector(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-inspector]');
}

/** Focuses the panel once it is there: where it was opened by keyboard, its first field is the next stop then. */
export function focusInspector(): void {
  requestAnimationFrame(() => findInspector()?.focus());
}
