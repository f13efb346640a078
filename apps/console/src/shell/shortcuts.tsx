import { Dialog } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import { useSingleKeys } from '../preferences/index.ts';
import styles from './shell.module.css';
import { usePlaces } from './use-places.ts';

/** What keys do, by where they do it. */
export function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useLanguage();
  const [hasSingleKeys] = useSingleKeys();
  const places = usePlaces();
  const groups: readonly { readonly title: string; readonly rows: readonly (readonly [string, string])[] }[] = [
    {
      title: t(shellMessages.everywhere),
      rows: [
        ['Ctrl K', t(shellMessages.openPalette)],
        ['/', t(shellMessages.focusFilter)],
        ['?', t(shellMessages.showShortcuts)],
        ...places.map(({ hotkey, text }) => [`g ${hotkey}`, t(shellMessages.goTo({ place: text }))] as const),
        ['Esc', t(shellMessages.closeTop)],
      ],
    },
    {
      title: t(shellMessages.onCanvas),
      rows: [
        ['a', t(shellMessages.addComponent)],
        ['Enter', t(shellMessages.openCard)],
        ['F2', t(shellMessages.renameCard)],
        ['Del', t(shellMessages.removeCard)],
        ['Ctrl D', t(shellMessages.duplicateCard)],
        ['← ↑ ↓ →', t(shellMessages.nextCard)],
        ['Alt ↑ ↓', t(shellMessages.reorderCard)],
        ['Alt ← →', t(shellMessages.moveCard)],
        ['r', t(shellMessages.references)],
        ['1', t(shellMessages.fit)],
        ['0', t(shellMessages.fullSize)],
        ['Ctrl Z', t(shellMessages.undo)],
        ['Ctrl Y', t(shellMessages.redo)],
        ['Ctrl S', t(shellMessages.save)],
        ['Ctrl ⏎', t(shellMessages.review)],
      ],
    },
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t(shellMessages.shortcuts)} width="wide">
      {!hasSingleKeys && <p className="secondary">{t(shellMessages.singleKeysOff)}</p>}
      <div className={styles.shortcuts}>
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3 className="small medium">{title}</h3>
            <dl>
              {rows.map(([key, text]) => (
                <div key={key} className={styles.shortcut}>
                  <dt>{text}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
