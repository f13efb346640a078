import { errorMessage } from '@kubemin/base/message';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Bell, Moon, Search, Sun, SunMoon, User, UserCheck } from 'lucide-react';
import {
  IconButton,
  Menu,
  MenuHeading,
  MenuItem,
  MenuLink,
  MenuSeparator,
  StateChip,
  useNow,
  useToast,
} from '../kit/index.ts';
import { formatDuration, useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import {
  activeRunsQuery,
  type LiveState,
  useLiveState,
  useOpenQuestions,
  usePlatform,
  useRights,
} from '../platform/index.ts';
import { THEMES, type Theme, useTheme } from '../preferences/index.ts';
import { PLACES, sectionOf } from './places.tsx';
import { ScopeChooser } from './scope-chooser.tsx';
import styles from './shell.module.css';

const SHORT = { en: 'EN', zh: '中' } as const;

interface TopBarProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** Where the page is, the command palette, what needs the user, the connection, and preferences. */
export function TopBar({ onSearch, onHelp }: TopBarProps) {
  const { t, language, setLanguage } = useLanguage();
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <header className={styles.topbar}>
      <ScopeChooser />
      <Crumbs />
      <IconButton className={styles.searchIcon} label={t(shellMessages.search)} onClick={onSearch}>
        <Search size={16} aria-hidden />
      </IconButton>
      <button type="button" className={styles.search} data-tour="search" onClick={onSearch}>
        <Search size={14} aria-hidden />
        <span className="grow cut">{t(shellMessages.search)}</span>
        <kbd>{navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <ConnectionPill />
      <Activity />
      <IconButton
        className={styles.wideOnly}
        label={t(shellMessages.language({ current: SHORT[language], other: language === 'en' ? '中文' : 'English' }))}
        onClick={() => setLanguage(other)}
      >
        <span className="small medium">{SHORT[language]}</span>
      </IconButton>
      <ThemeMenu />
      <Account onHelp={onHelp} />
    </header>
  );
}

/** Where the page is: its place, and what it is about. Names of things stay as they are. */
function Crumbs() {
  const { t } = useLanguage();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const parts = path.split('/').filter((part) => part !== '');
  const place = PLACES.find(({ to }) => to === `/${parts[0]}`);
  if (place === undefined) return <div className={styles.crumbs} />;
  const [, second, third] = parts;
  const section = sectionOf(place.to, second);
  const name = section === undefined ? second : third;
  const isThing = section !== undefined && name !== undefined;
  const crumbs: readonly { readonly text: string; readonly to?: string }[] = [
    { text: t(place.text), to: place.to },
    ...(section === undefined ? [] : [{ text: t(section), ...(isThing && { to: `${place.to}/${second}` }) }]),
    ...(name === undefined ? [] : [{ text: decodeURIComponent(name) }]),
  ];
  return (
    <nav className={styles.crumbs} aria-label={t(shellMessages.breadcrumb)}>
      <ol>
        {crumbs.map(({ text, to }, at) => (
          <li key={text}>
            {at === crumbs.length - 1 || to === undefined ? (
              <span aria-current="page">{text}</span>
            ) : (
              <Link to={to}>{text}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const LIVE_TEXTS = {
  live: shellMessages.live,
  connecting: shellMessages.connecting,
  reconnecting: shellMessages.reconnecting,
  polling: shellMessages.polling,
  offline: shellMessages.offline,
} as const satisfies Record<LiveState['kind'], unknown>;

/** Seconds until a moment; not announced, since the state is. */
function Countdown({ to }: { readonly to: number }) {
  const { language } = useLanguage();
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.ceil((to - now) / 1_000));
  return <span aria-hidden> {formatDuration(seconds * 1_000, language)}</span>;
}

function ConnectionPill() {
  const { t } = useLanguage();
  const live = useLiveState();
  const { kind } = live;
  const isLost = kind === 'reconnecting' || kind === 'polling' || kind === 'offline';
  const dot = [styles.dot, kind === 'live' && styles.dotLive, kind === 'offline' && styles.dotOff];
  return (
    <span className={[styles.pill, isLost && styles.pillLost].filter(Boolean).join(' ')} role="status">
      <span className={dot.filter(Boolean).join(' ')} aria-hidden />
      <span className={styles.pillText}>
        {t(LIVE_TEXTS[kind])}
        {live.kind === 'reconnecting' && <Countdown to={live.retryAt} />}
      </span>
    </span>
  );
}

/** What runs now; what waits for a decision of the user is first, and in the badge. */
function Activity() {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const runs = useQuery(activeRunsQuery(client)).data?.tasks ?? [];
  const questions = useOpenQuestions();
  const asking = new Set(questions.map(({ run }) => run.taskId));
  const others = runs.filter(({ id }) => !asking.has(id));
  const label =
    questions.length > 0
      ? t(shellMessages.activityWaiting({ count: questions.length, runs: others.length }))
      : t(shellMessages.activityRunning({ count: runs.length }));
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label} data-tour="activity">
          <Bell size={16} aria-hidden />
          {questions.length > 0 && <span className={styles.badge}>{questions.length}</span>}
          {questions.length === 0 && runs.length > 0 && (
            <span className={`${styles.badge} ${styles.badgeQuiet}`}>{runs.length}</span>
          )}
        </IconButton>
      }
    >
      {questions.length > 0 && <MenuHeading>{t(shellMessages.needsApproval)}</MenuHeading>}
      {questions.map(({ run, job }) => (
        <MenuLink key={job.id}>
          <Link className={styles.question} to="/runs/$run" params={{ run: String(run.number) }}>
            <UserCheck size={16} aria-hidden />
            <span className="two-lines grow">
              <span className="medium">{t(shellMessages.runOf({ number: run.number, app: run.appName }))}</span>
              <span className="small secondary break">
                {job.approval === undefined ? job.step : sent(job.approval, 'question', job.approval.question)}
              </span>
            </span>
          </Link>
        </MenuLink>
      ))}
      {others.length > 0 && <MenuHeading>{t(shellMessages.activeRuns)}</MenuHeading>}
      {others.slice(0, MOST_ACTIVE).map((run) => (
        <MenuLink key={run.id}>
          <Link to="/runs/$run" params={{ run: String(run.number) }}>
            <StateChip state={run.status} bare />
            <span className="grow">{t(shellMessages.runOf({ number: run.number, app: run.appName }))}</span>
          </Link>
        </MenuLink>
      ))}
      {runs.length === 0 && <MenuHeading>{t(shellMessages.nothingRuns)}</MenuHeading>}
      <MenuSeparator />
      <MenuLink>
        <Link to="/runs">{t(shellMessages.allRuns)}</Link>
      </MenuLink>
    </Menu>
  );
}

/** More would not fit on the screen; the list of runs has them all. */
const MOST_ACTIVE = 10;

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
    <Menu
      label={label}
      trigger={
        <IconButton className={styles.wideOnly} label={label}>
          {icons[theme]}
        </IconButton>
      }
    >
      {THEMES.map((each) => (
        <MenuItem key={each} icon={icons[each]} onSelect={() => setTheme(each)}>
          {t(THEME_TEXTS[each])}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Account({ onHelp }: { readonly onHelp: () => void }) {
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
      <MenuHeading>{user}</MenuHeading>
      <MenuLink>
        <Link to="/settings">{t(shellMessages.settings)}</Link>
      </MenuLink>
      <MenuItem onSelect={onHelp}>{t(shellMessages.shortcuts)}</MenuItem>
      <MenuItem onSelect={() => void logOut()}>{t(shellMessages.logOut)}</MenuItem>
    </Menu>
  );
}
