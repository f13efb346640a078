import { X } from 'lucide-react';
import { createContext, type PointerEvent, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { IconButton, PanelBoundary } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { dockMessages } from '../messages/index.ts';
import styles from './dock.module.css';

/** What a tab of the dock shows. It stays mounted, so that streams go on while another tab is in front. */
export interface DockTab {
  /** Opening a tab with the same id brings the one that is there to the front. */
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface DockContent {
  readonly tabs: readonly DockTab[];
  readonly current: string | undefined;
  readonly open: (tab: DockTab) => void;
  readonly show: (id: string) => void;
  readonly close: (id: string) => void;
}

const DockContext = createContext<DockContent | undefined>(undefined);

export function DockProvider({ children }: { readonly children: ReactNode }) {
  const [{ tabs, current }, setState] = useState<{ tabs: readonly DockTab[]; current?: string | undefined }>({
    tabs: [],
  });
  const open = useCallback((tab: DockTab) => {
    setState((state) => ({
      tabs: state.tabs.some(({ id }) => id === tab.id) ? state.tabs : [...state.tabs, tab],
      current: tab.id,
    }));
  }, []);
  const show = useCallback((id: string) => setState((state) => ({ ...state, current: id })), []);
  const close = useCallback((id: string) => {
    setState((state) => {
      const left = state.tabs.filter((tab) => tab.id !== id);
      return { tabs: left, current: state.current === id ? left.at(-1)?.id : state.current };
    });
  }, []);
  const content = useMemo(() => ({ tabs, current, open, show, close }), [tabs, current, open, show, close]);
  return <DockContext value={content}>{children}</DockContext>;
}

export function useDock(): Pick<DockContent, 'open' | 'close'> {
  const content = useContext(DockContext);
  if (content === undefined) throw new Error('useDock needs a DockProvider above');
  return content;
}

const SMALLEST = 120;
const STEP = 24;

/** Logs and terminals at the bottom of the page, kept open while pages change. */
export function Dock() {
  const { t } = useLanguage();
  const content = useContext(DockContext);
  const [height, setHeight] = useState(280);
  if (content === undefined || content.tabs.length === 0) return null;
  const { tabs, current, show, close } = content;
  const drag = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeight(Math.max(SMALLEST, window.innerHeight - event.clientY));
  };
  return (
    <section className={styles.dock} style={{ height }} aria-label={t(dockMessages.dock)}>
      <button
        type="button"
        className={styles.handle}
        aria-label={t(dockMessages.resize)}
        onPointerMove={drag}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') setHeight((value) => value + STEP);
          if (event.key === 'ArrowDown') setHeight((value) => Math.max(SMALLEST, value - STEP));
        }}
      />
      <div className={styles.head}>
        {tabs.map(({ id, title }) => (
          <span key={id} className={[styles.tab, id === current && styles.current].filter(Boolean).join(' ')}>
            <button type="button" aria-pressed={id === current} onClick={() => show(id)}>
              {title}
            </button>
            <IconButton small label={t(dockMessages.closeTab({ title }))} onClick={() => close(id)}>
              <X size={12} aria-hidden />
            </IconButton>
          </span>
        ))}
      </div>
      {tabs.map(({ id, content: shown }) => (
        <div key={id} className={id === current ? styles.body : styles.hidden}>
          <PanelBoundary>{shown}</PanelBoundary>
        </div>
      ))}
    </section>
  );
}
