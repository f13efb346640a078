import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef, useState } from 'react';
import { Button, CopyButton } from '../kit/index.ts';
import { type LanguageContent, useLanguage } from '../language/index.ts';
import { terminalMessages } from '../messages/index.ts';
import { cliCommand, usePlatform } from '../platform/index.ts';
import { type SessionEnd, ShellSession } from './command-socket.ts';
import styles from './terminal.module.css';

export interface TerminalViewProps {
  readonly appId: string;
  readonly pod: string;
  readonly container?: string | undefined;
}

type State =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'ended'; readonly end: SessionEnd };

const DIM = '\u001b[2m';
const PLAIN = '\u001b[0m';

/** A shell in a container. When it has ended, Enter opens another one. */
export function TerminalView({ appId, pod, container }: TerminalViewProps) {
  const language = useLanguage();
  const { t } = language;
  const { url, session: login } = usePlatform();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ kind: 'connecting' });
  const [isReadable, setReadable] = useState(false);
  const terminalRef = useRef<Terminal>(null);
  const reconnect = useRef<() => void>(() => undefined);
  const currentLanguage = useRef(language);
  currentLanguage.current = language;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const terminal = new Terminal({ cursorBlink: false, scrollback: 5_000, ...fontOptions(), theme: readTheme() });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(element);
    terminalRef.current = terminal;
    let session: ShellSession | undefined;
    let hasEnded = false;
    const start = (): void => {
      hasEnded = false;
      setState({ kind: 'connecting' });
      session = new ShellSession(
        { url, token: login.token, appId, pod, container },
        {
          opened: () => {
            setState({ kind: 'open' });
            session?.resize(terminal.cols, terminal.rows);
          },
          output: (bytes) => terminal.write(bytes),
          ended: (end) => {
            hasEnded = true;
            setState({ kind: 'ended', end });
            terminal.write(`\r\n${DIM}${endText(end, currentLanguage.current)}${PLAIN}\r\n`);
          },
        },
      );
    };
    reconnect.current = () => {
      session?.close();
      start();
      terminal.focus();
    };
    terminal.onData((data) => {
      if (!hasEnded) session?.type(data);
      else if (data === '\r') reconnect.current();
    });
    terminal.onResize(({ cols, rows }) => session?.resize(cols, rows));
    const resized = new ResizeObserver(() => {
      // A tab of the dock behind another one has no size.
      if (element.clientWidth > 0) fit.fit();
    });
    resized.observe(element);
    const themed = new MutationObserver(() => {
      terminal.options.theme = readTheme();
    });
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    start();
    terminal.focus();
    return () => {
      resized.disconnect();
      themed.disconnect();
      session?.close();
      terminal.dispose();
      terminalRef.current = null;
    };
  }, [url, login.token, appId, pod, container]);
  const command = cliCommand(
    'exec',
    `pod/${pod}`,
    ...(container === undefined ? [] : ['-c', container]),
    '-it',
    '--',
    'sh',
  );
  return (
    <div className={styles.terminal}>
      <div className={styles.bar}>
        <span className="small secondary cut grow" role="status">
          {stateText(state, language)} · {pod}
          {container !== undefined && ` · ${container}`}
        </span>
        <label className={styles.reader}>
          <input
            type="checkbox"
            checked={isReadable}
            onChange={({ target }) => {
              setReadable(target.checked);
              if (terminalRef.current !== null) terminalRef.current.options.screenReaderMode = target.checked;
            }}
          />
          <span className="small secondary">{t(terminalMessages.screenReader)}</span>
        </label>
        <CopyButton text={command} label={t(terminalMessages.copyCommand({ command }))} />
        {state.kind === 'ended' && (
          <Button size="small" onClick={() => reconnect.current()}>
            {t(terminalMessages.reconnect)}
          </Button>
        )}
      </div>
      <div ref={place} className={styles.screen} />
    </div>
  );
}

function stateText(state: State, { t }: LanguageContent): string {
  if (state.kind === 'connecting') return t(terminalMessages.connecting);
  return state.kind === 'open' ? t(terminalMessages.open) : t(terminalMessages.ended);
}

/** Codes of RFC 6455, and those of the platform: the rights have changed. */
const CLOSED_BY_RESTART = 1012;
const CLOSED_BY_RIGHTS = 4401;

function endText(end: SessionEnd, { t }: LanguageContent): string {
  const reason =
    end.kind === 'exited'
      ? t(terminalMessages.exited({ code: end.code }))
      : end.kind === 'failed'
        ? t(terminalMessages.failed({ reason: end.message }))
        : t(closedText(end));
  return `${reason} ${t(terminalMessages.enter)}`;
}

function closedText({ code, wasOpen }: SessionEnd & { readonly kind: 'closed' }) {
  // A browser does not show scripts why a WebSocket was refused.
  if (!wasOpen) return terminalMessages.refused;
  if (code === CLOSED_BY_RESTART) return terminalMessages.restarting;
  return code === CLOSED_BY_RIGHTS ? terminalMessages.unauthorized : terminalMessages.closed;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The terminal draws with colours of its own: they are those of the theme. */
function readTheme(): ITheme {
  const colours = {
    black: token('--text-3'),
    red: token('--state-failed'),
    green: token('--state-completed'),
    yellow: token('--warn'),
    blue: token('--state-running'),
    magenta: token('--state-rejected'),
    cyan: token('--state-skipped'),
    white: token('--text-2'),
  };
  return {
    ...colours,
    brightBlack: colours.black,
    brightRed: colours.red,
    brightGreen: colours.green,
    brightYellow: colours.yellow,
    brightBlue: colours.blue,
    brightMagenta: colours.magenta,
    brightCyan: colours.cyan,
    brightWhite: token('--text'),
    foreground: token('--text'),
    background: token('--bg-sunken'),
    cursor: token('--text'),
    cursorAccent: token('--bg-sunken'),
    selectionBackground: token('--accent-line'),
  };
}

function fontOptions() {
  return { fontFamily: token('--font-mono'), fontSize: Number.parseInt(token('--text-12'), 10) };
}
