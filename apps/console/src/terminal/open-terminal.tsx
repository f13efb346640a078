import { lazyComponent } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { terminalMessages } from '../messages/index.ts';
import { useDock } from '../shell/index.ts';

const TerminalView = lazyComponent(async () => (await import('./terminal-view.tsx')).TerminalView);

/** A container of a pod of an application. */
export interface TerminalPlace {
  readonly appId: string;
  readonly pod: string;
  readonly container?: string | undefined;
  /** Of the pod. */
  readonly component?: string | undefined;
  /** Of the tab. */
  readonly title: string;
}

/** Opens a shell in the dock. */
export function useOpenTerminal(): (place: TerminalPlace) => void {
  const { open } = useDock();
  const { t } = useLanguage();
  return ({ title, ...place }) =>
    open({
      id: `terminal ${place.pod} ${place.container ?? ''}`,
      title: t(terminalMessages.title({ place: title })),
      content: <TerminalView {...place} />,
    });
}
