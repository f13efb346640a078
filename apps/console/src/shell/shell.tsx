import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton, PageBoundary, useHotkeys } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import { activeRunsQuery, applicationsQuery, usePlatform, usePollInterval } from '../platform/index.ts';
import { useMotion } from '../preferences/index.ts';
import { Dock } from './dock.tsx';
import { Palette } from './palette.tsx';
import styles from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { RefetchBar, StaleNotice } from './stale-notice.tsx';
import { TopBar } from './top-bar.tsx';
import { Tour } from './tour.tsx';
import { usePlaces } from './use-places.ts';

/** The frame; the page of the route is inside. */
export function Shell() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isWide = /\/(canvas|plan)$/.test(path);
  const [chosen, setCollapsed] = useState<boolean>();
  // The canvas needs the width.
  const isCollapsed = chosen ?? isWide;
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  useMotion();
  const places = usePlaces();
  const go = Object.fromEntries(places.map(({ hotkey, to }) => [`g ${hotkey}`, () => void navigate({ to })]));
  useHotkeys({ ...go, 'mod+k': () => setPalette(true), '?': () => setHelp(true), '/': focusFilter });
  return (
    <div className={[styles.shell, isCollapsed && styles.collapsed].filter(Boolean).join(' ')}>
      <a className={styles.skip} href="#main">
        {t(shellMessages.skip)}
      </a>
      <Rail isCollapsed={isCollapsed} onCollapse={() => setCollapsed(!isCollapsed)} />
      <TopBar onSearch={() => setPalette(true)} onHelp={() => setHelp(true)} />
      <Tour />
      <main className={styles.main} id="main" tabIndex={-1}>
        <RefetchBar />
        <StaleNotice />
        <PageBoundary onReload={() => void router.invalidate()}>
          <Outlet />
        </PageBoundary>
        <Dock />
      </main>
      <BottomBar />
      <Palette open={palette} onClose={() => setPalette(false)} onHelp={() => setHelp(true)} />
      <Shortcuts open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

/** The filter of a page is its first search box. */
function focusFilter(): void {
  document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
}

function Rail({ isCollapsed, onCollapse }: { readonly isCollapsed: boolean; readonly onCollapse: () => void }) {
  const { t } = useLanguage();
  const counts = useCounts();
  const places = usePlaces();
  return (
    <nav className={styles.rail} aria-label={t(shellMessages.main)}>
      <Link className={styles.brand} to="/apps">
        <img src="icon.svg" alt="" width="22" height="22" />
        <span>KubeMin</span>
      </Link>
      {places.map(({ to, text, icon }, at) => (
        <RailEntry key={to} isLast={at === places.length - 1}>
          <Link className={styles.nav} to={to} data-tour={to.slice(1)} activeProps={{ 'aria-current': 'page' }}>
            {icon}
            <span>{t(text)}</span>
            {counts[to] !== undefined && counts[to] > 0 && <span className={styles.navCount}>{counts[to]}</span>}
          </Link>
        </RailEntry>
      ))}
      <IconButton label={t(isCollapsed ? shellMessages.expand : shellMessages.collapse)} onClick={onCollapse}>
        {isCollapsed ? <ChevronsRight size={16} aria-hidden /> : <ChevronsLeft size={16} aria-hidden />}
      </IconButton>
    </nav>
  );
}

/** The last entry is at the end of the rail. */
function RailEntry({ isLast, children }: { readonly isLast: boolean; readonly children: ReactNode }) {
  return (
    <>
      {isLast && <div className={styles.spacer} />}
      {children}
    </>
  );
}

function useCounts(): Readonly<Record<string, number | undefined>> {
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const apps = useQuery({ ...applicationsQuery(client), refetchInterval });
  const runs = useQuery({ ...activeRunsQuery(client), refetchInterval });
  return { '/apps': apps.data?.applications.length, '/runs': runs.data?.tasks.length };
}

/** The navigation of narrow screens. */
function BottomBar() {
  const { t } = useLanguage();
  const places = usePlaces();
  return (
    <nav className={styles.bottomBar} aria-label={t(shellMessages.main)}>
      {places
        .filter(({ to, feature }) => to !== '/templates' && feature === undefined)
        .map(({ to, text, icon }) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
            {icon}
            {t(text)}
          </Link>
        ))}
    </nav>
  );
}
