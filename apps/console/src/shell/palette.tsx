import type { Message } from '@kubemin/base/message';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import { activeRunsQuery, applicationPath, applicationsQuery, usePlatform } from '../platform/index.ts';
import { useTheme } from '../preferences/index.ts';
import { PARTS } from './places.tsx';
import styles from './shell.module.css';
import { usePlaces } from './use-places.ts';

interface Hit {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  /** The shortcut that does the same. */
  readonly keys?: string;
  readonly run: () => void;
}

const MOST_HITS = 30;

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Finds actions, pages, applications and runs by a part of their name, and any run by its number. */
export function Palette({ open, onClose, onHelp }: PaletteProps) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const all = useHits(onHelp);
  const runHit = useRunHit(text);
  const wanted = text.trim().toLowerCase();
  const hits = useMemo(
    () => [...runHit, ...all.filter((hit) => hit.text.toLowerCase().includes(wanted))].slice(0, MOST_HITS),
    [all, runHit, wanted],
  );
  const close = (): void => {
    setText('');
    setSelected(0);
    onClose();
  };
  const choose = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    close();
    hit.run();
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setSelected((at) => (hits.length === 0 ? 0 : (at + step + hits.length) % hits.length));
    }
    if (event.key === 'Enter') choose(hits[selected]);
  };
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.paletteScrim} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{t(shellMessages.search)}</Dialog.Title>
          <input
            role="combobox"
            aria-expanded
            aria-controls="palette-hits"
            aria-activedescendant={hits[selected] === undefined ? undefined : `palette-${hits[selected].id}`}
            aria-label={t(shellMessages.search)}
            placeholder={t(shellMessages.search)}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setSelected(0);
            }}
            onKeyDown={press}
          />
          <div className={styles.hits} id="palette-hits" role="listbox" aria-label={t(shellMessages.places)}>
            {hits.map((hit, at) => (
              <div
                key={hit.id}
                id={`palette-${hit.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === selected}
                className={styles.hit}
                onPointerMove={() => setSelected(at)}
                onClick={() => choose(hit)}
                onKeyDown={press}
              >
                <span className="grow cut">{hit.text}</span>
                <span className="small hint">{hit.kind}</span>
                {hit.keys !== undefined && <kbd>{hit.keys}</kbd>}
              </div>
            ))}
            {hits.length === 0 && <p className={styles.hit}>{t(shellMessages.noHits({ text }))}</p>}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Opens a run by its number, whether or not it is active. */
function useRunHit(text: string): readonly Hit[] {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const number = /^(?:run\s*|运行\s*)?#?(\d{1,9})$/i.exec(text.trim())?.[1];
  return useMemo(() => {
    if (number === undefined) return [];
    const run = (): void => void navigate({ to: '/runs/$run', params: { run: number } });
    const hit = t(shellMessages.openRun({ number: Number(number) }));
    return [{ id: `number-${number}`, text: hit, kind: t(shellMessages.runs), run }];
  }, [number, navigate, t]);
}

function useHits(onHelp: () => void): readonly Hit[] {
  const { t, language, setLanguage } = useLanguage();
  const { client } = usePlatform();
  const { setTheme } = useTheme();
  const navigate = useNavigate();
  const apps = useQuery(applicationsQuery(client)).data?.applications;
  const runs = useQuery(activeRunsQuery(client)).data?.tasks;
  const places = usePlaces();
  return useMemo(() => {
    const go = (to: string): void => void navigate({ to });
    const action = (id: string, text: Message, run: () => void, keys?: string): Hit => ({
      ...{ id, text: t(text), kind: t(shellMessages.actions), run },
      ...(keys !== undefined && { keys }),
    });
    return [
      action('new', shellMessages.newApp, () => go('/apps/new')),
      action('import', shellMessages.importApp, () => void navigate({ to: '/apps/new', search: { from: 'import' } })),
      ...places.map(({ to, text, hotkey }) => ({
        ...{ id: to, text: t(text), kind: t(shellMessages.places), run: () => go(to) },
        keys: `g ${hotkey}`,
      })),
      ...(apps ?? []).map((app) => ({
        id: app.id,
        text: app.name,
        kind: t(shellMessages.apps),
        run: () => go(`/apps/${encodeURIComponent(applicationPath(app, apps ?? []))}`),
      })),
      ...(runs ?? []).map((run) => ({
        id: run.id,
        text: t(shellMessages.runOf({ number: run.number, app: run.appName })),
        kind: t(shellMessages.runs),
        run: () => go(`/runs/${run.number}`),
      })),
      ...PARTS.map(({ to, place, text }) => ({ id: to, text: t(text), kind: t(place.text), run: () => go(to) })),
      action('help', shellMessages.shortcuts, onHelp, '?'),
      action('light', shellMessages.useLight, () => setTheme('light')),
      action('dark', shellMessages.useDark, () => setTheme('dark')),
      action('language', shellMessages.useOtherLanguage, () => setLanguage(language === 'en' ? 'zh' : 'en')),
    ];
  }, [apps, runs, places, navigate, t, language, setLanguage, setTheme, onHelp]);
}
