import { errorMessage } from '@kubemin/base/message';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Bell, ChevronsLeft, ChevronsRight, Moon, Search, Sun, SunMoon, User } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Dialog,
  IconButton,
  Menu,
  MenuItem,
  MenuLink,
  PanelBoundary,
  StateChip,
  useHotkeys,
  useToast,
} from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import {
  activeRunsQuery,
  applicationsQuery,
  type LiveState,
  useLiveState,
  useOpenQuestions,
  usePlatform,
  usePollInterval,
  useRights,
} from '../platform/index.ts';
import { THEMES, type Theme, useTheme } from '../preferences/index.ts';
import { Dock } from './dock.tsx';
import { Palette } from './palette.tsx';
import { PLACES } from './places.tsx';
import styles from './shell.module.css';

/** The frame; the page of the route is inside. */
export function Shell() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [isCollapsed, setCollapsed] = useState(false);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const go = Object.fromEntries(PLACES.map(({ hotkey, to }) => [`g ${hotkey}`, () => void navigate({ to })]));
  useHotkeys({ ...go, 'mod+k': () => setPalette(true), '?': () => setHelp(true), '/': focusFilter });
  return (
    <div className={[styles.shell, isCollapsed && styles.collapsed].filter(Boolean).join(' ')}>
      <a className={styles.skip} href="#main">
        {t(shellMessages.skip)}
      </a>
      <Rail isCollapsed={isCollapsed} onCollapse={() => setCollapsed(!isCollapsed)} />
      <TopBar onSearch={() => setPalette(true)} />
      <main className={styles.main} id="main" tabIndex={-1}>
        <PanelBoundary>
          <Outlet />
        </PanelBoundary>
        <Dock />
      </main>
      <BottomBar />
      <Palette open={palette} onClose={() => setPalette(false)} />
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
  return (
    <nav className={styles.rail} aria-label={t(shellMessages.main)}>
      <Link className={styles.brand} to="/apps">
        <img src="icon.svg" alt="" width="22" height="22" />
        <span>KubeMin</span>
      </Link>
      {PLACES.map(({ to, text, icon }, at) => (
        <RailEntry key={to} isLast={at === PLACES.length - 1}>
          <Link className={styles.nav} to={to} activeProps={{ 'aria-current': 'page' }}>
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

const SHORT = { en: 'EN', zh: '中' } as const;

function TopBar({ onSearch }: { readonly onSearch: () => void }) {
  const { t, language, setLanguage } = useLanguage();
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <header className={styles.topbar}>
      <Crumbs />
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={14} aria-hidden />
        <span className="grow cut">{t(shellMessages.search)}</span>
        <kbd>{navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <ConnectionPill />
      <Activity />
      <IconButton
        label={t(shellMessages.language({ current: SHORT[language], other: language === 'en' ? '中文' : 'English' }))}
        onClick={() => setLanguage(other)}
      >
        <span className="small medium">{SHORT[language]}</span>
      </IconButton>
      <ThemeMenu />
      <Account />
    </header>
  );
}

function Crumbs() {
  const { t } = useLanguage();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const parts = path.split('/').filter((part) => part !== '');
  const place = PLACES.find(({ to }) => to === `/${parts[0]}`);
  if (place === undefined) return <div className={styles.crumbs} />;
  const [, name] = parts;
  return (
    <ol className={styles.crumbs}>
      <li>
        {name === undefined ? (
          <span aria-current="page">{t(place.text)}</span>
        ) : (
          <Link to={place.to}>{t(place.text)}</Link>
        )}
      </li>
      {name !== undefined && (
        <li>
          <span aria-current="page">{decodeURIComponent(name)}</span>
        </li>
      )}
    </ol>
  );
}

const LIVE_TEXTS = {
  live: shellMessages.live,
  connecting: shellMessages.connecting,
  reconnecting: shellMessages.reconnecting,
  polling: shellMessages.polling,
  offline: shellMessages.offline,
} as const satisfies Record<LiveState['kind'], unknown>;

function ConnectionPill() {
  const { t } = useLanguage();
  const { kind } = useLiveState();
  const dot = [styles.dot, kind === 'live' && styles.dotLive, kind === 'offline' && styles.dotOff];
  return (
    <span className={styles.pill} role="status">
      <span className={dot.filter(Boolean).join(' ')} aria-hidden />
      <span className={styles.pillText}>{t(LIVE_TEXTS[kind])}</span>
    </span>
  );
}

/** What runs now, and what waits for a decision. */
function Activity() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const runs = useQuery(activeRunsQuery(client)).data?.tasks ?? [];
  const questions = useOpenQuestions();
  const asking = new Set(questions.map(({ run }) => run.taskId));
  const sorted = [...runs].sort((one, two) => Number(asking.has(two.id)) - Number(asking.has(one.id)));
  return (
    <Menu
      label={t(shellMessages.activity)}
      trigger={
        <IconButton label={t(shellMessages.activity)}>
          <Bell size={16} aria-hidden />
          {runs.length > 0 && <span className={styles.badge}>{runs.length}</span>}
        </IconButton>
      }
    >
      {runs.length === 0 && <p className="secondary">{t(shellMessages.nothingRuns)}</p>}
      {sorted.map((run) => (
        <MenuLink key={run.id}>
          <Link to="/runs/$run" params={{ run: String(run.number) }}>
            <StateChip state={run.status} bare />
            <span className="grow">{t(shellMessages.runOf({ number: run.number, app: run.appName }))}</span>
            {asking.has(run.id) && <span className="small medium link">{t(shellMessages.needsApproval)}</span>}
          </Link>
        </MenuLink>
      ))}
    </Menu>
  );
}

const THEME_TEXTS: Readonly<Record<Theme, typeof shellMessages.themeDark>> = {
  system: shellMessages.themeSystem,
  light: shellMessages.themeLight,
  dark: shellMessages.themeDark,
};

function ThemeMenu() {
  const { t } = useLanguage();
  const { theme, setTheme } = useTheme();
  const label = t(shellMessages.theme({ name: THEME_TEXTS[theme] }));
  const icons = {
    system: <SunMoon size={16} aria-hidden />,
    light: <Sun size={16} aria-hidden />,
    dark: <Moon size={16} aria-hidden />,
  };
  return (
    <Menu label={label} trigger={<IconButton label={label}>{icons[theme]}</IconButton>}>
      {THEMES.map((each) => (
        <MenuItem key={each} icon={icons[each]} onSelect={() => setTheme(each)}>
          {t(THEME_TEXTS[each])}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Account() {
  const { t } = useLanguage();
  const { sessions, session } = usePlatform();
  const { user } = useRights();
  const toast = useToast();
  const logOut = async (): Promise<void> => {
    try {
      await sessions.logOut();
    } catch (error) {
      toast({ text: t(shellMessages.notRevoked({ reason: errorMessage(error), id: session.id })), isError: true });
    }
  };
  const label = t(shellMessages.account({ user }));
  return (
    <Menu
      label={label}
      trigger={
        <button type="button" className={styles.avatar} aria-label={label}>
          <User size={16} aria-hidden />
        </button>
      }
    >
      <MenuLink>
        <Link to="/settings">{t(shellMessages.settings)}</Link>
      </MenuLink>
      <MenuItem onSelect={() => void logOut()}>{t(shellMessages.logOut)}</MenuItem>
    </Menu>
  );
}

/** The navigation of narrow screens. */
function BottomBar() {
  const { t } = useLanguage();
  return (
    <nav className={styles.bottomBar} aria-label={t(shellMessages.main)}>
      {PLACES.filter(({ to }) => to !== '/templates').map(({ to, text, icon }) => (
        <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
          {icon}
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}

function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useLanguage();
  const rows = [
    ['Ctrl K', t(shellMessages.openPalette)],
    ['/', t(shellMessages.focusFilter)],
    ...PLACES.map(({ hotkey, text }) => [`g ${hotkey}`, t(shellMessages.goTo({ place: text }))]),
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t(shellMessages.shortcuts)}>
      <ul>
        {rows.map(([key, text]) => (
          <li key={key} className={styles.shortcut}>
            <span>{text}</span>
            <kbd>{key}</kbd>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
