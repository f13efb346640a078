import { formatPath } from '@kubemin/model';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Path } from '../../draft/index.ts';
import { Button, IconButton, PanelBoundary } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { useEditor } from './editor-context.tsx';
import styles from './inspector.module.css';

interface FrameProps {
  readonly title: ReactNode;
  readonly subtitle: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly menu?: ReactNode;
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** The panel beside the canvas: what is selected, and the way to close it. */
export function InspectorFrame({ title, subtitle, label, icon, menu, tabs, children }: FrameProps) {
  const { t } = useLanguage();
  const { closeInspector } = useEditor();
  return (
    <aside
      className={styles.inspector}
      aria-label={t(editorMessages.inspector({ name: label }))}
      tabIndex={-1}
      data-inspector
      onKeyDown={(event) => {
        // A menu or a tooltip that is open takes the key, and so does the composition of a character.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        closeInspector();
      }}
    >
      <header className={styles.head}>
        {icon !== undefined && <span className={styles.icon}>{icon}</span>}
        <div className="two-lines grow">
          <span className="row">{title}</span>
          <span className="small secondary cut">{subtitle}</span>
        </div>
        {menu}
        <IconButton label={t(editorMessages.closeInspector)} onClick={closeInspector}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      {tabs}
      <div className={styles.body}>
        <PanelBoundary>{children}</PanelBoundary>
      </div>
    </aside>
  );
}

interface NameRowProps {
  readonly path: Path;
  readonly name: string;
  readonly onRename: () => void;
}

/** A name is changed in a dialog, because everything that refers to it changes with it. */
export function NameRow({ path, name, onRename }: NameRowProps) {
  const { t, sent } = useLanguage();
  const { problems } = useEditor();
  const place = formatPath(path);
  const found = problems.find(({ problem }) => problem.path === place)?.problem;
  return (
    <div className="stack" data-path={place}>
      <div className="row">
        <span className="small secondary">{t(editorMessages.name)}</span>
        <span className="medium grow cut">{name}</span>
        <Button size="small" aria-invalid={found !== undefined} onClick={onRename}>
          {t(editorMessages.rename)}
        </Button>
      </div>
      {found !== undefined && (
        <span className={`small break ${styles.error}`}>{sent(found, 'message', found.message)}</span>
      )}
    </div>
  );
}
