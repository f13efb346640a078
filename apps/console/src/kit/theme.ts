import { useSyncExternalStore } from 'react';

/** The theme that is shown, for components that do not follow the design tokens. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(observeTheme, () =>
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  );
}

function observeTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
