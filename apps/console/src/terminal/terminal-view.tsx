import type { ApplicationPod, PlatformClient } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import type { Terminal } from '@xterm/xterm';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button, CopyButton, cliCommand, useNow } from '../kit/index.ts';
import { formatDuration, type LanguageContent, useLanguage } from '../language/index.ts';
import { terminalMessages } from '../messages/index.ts';
import { podsQuery, usePlatform } from '../platform/index.ts';
import { type SessionEnd, ShellSession } from './command-socket.ts';
import { DebugOffer } from './debug-offer.tsx';
import { createEmulator } from './emulator.ts';
import styles from './terminal.module.css';

export interface TerminalViewProps {
  readonly appId: string;
  readonly pod: string;
  readonly container?: string | undefined;
  /** Of the pod: a pod that is gone is replaced by another one of it. */
  readonly component?: string | undefined;
}

type State =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'ended'; readonly end: SessionEnd };

/** Where the shell runs; another one after the pod was replaced, or in a container for debugging. */
type Place = Pick<TerminalViewProps, 'pod' | 'container'>;

const DIM = '\u001b[2m';
const PLAIN = '\u001b[0m';

/** A shell in a container. When it has ended, Enter opens another one, in another pod of the component if this one is gone. */
export function TerminalView({ appId, pod, container, component }: TerminalViewProps) {
  const language = useLanguage();
  const { t } = language;
  const { url, session: login, client } = usePlatform();
  const element = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ pod, container });
  const [state, setState] = useState<State>({ kind: 'connecting' });
  const [isReadable, setReadable] = useState(false);
  const terminalRef = useRef<Terminal>(null);
  const connect = useRef<(to?: Place) => void>(() => undefined);
  const lastData = useRef(Date.now());
  const currentLanguage = useRef(language);
  currentLanguage.current = language;
  useEffect(() => {
    if (element.current === null) return;
    const { terminal, dispose } = createEmulator(element.current);
    terminalRef.current = terminal;
    let session: ShellSession | undefined;
    let hasEnded = false;
    let current: Place = { pod, container };
    let attempt = 0;
    let isDisposed = false;
    const write = (text: string): void => terminal.write(`\r\n${DIM}${text}${PLAIN}\r\n`);
    const start = (): void => {
      hasEnded = false;
      lastData.current = Date.now();
      setState({ kind: 'connecting' });
      session = new ShellSession(
        { url, token: login.token, appId, ...current },
        {
          opened: () => {
            setState({ kind: 'open' });
            session?.resize(terminal.cols, terminal.rows);
          },
          output: (bytes) => {
            lastData.current = Date.now();
            terminal.write(bytes);
          },
          ended: (end) => {
            hasEnded = true;
            setState({ kind: 'ended', end });
            write(endText(end, currentLanguage.current));
          },
        },
      );
    };
    const reconnect = async (to?: Place): Promise<void> => {
      if (isDisposed) return;
      attempt += 1;
      const mine = attempt;
      session?.close();
      setState({ kind: 'connecting' });
      const next = to ?? (await nextPlace(client, { appId, component, ...current }));
      if (isDisposed || mine !== attempt) return;
      if (next.pod !== current.pod) write(currentLanguage.current.t(terminalMessages.otherPod({ pod: next.pod })));
      current = next;
      setPlace(next);
      start();
      terminal.focus();
    };
    connect.current = (to) => void reconnect(to);
    terminal.onData((data) => {
      if (hasEnded) {
        if (data === '\r') connect.current();
        return;
      }
      lastData.current = Date.now();
      session?.type(data);
    });
    terminal.onResize(({ cols, rows }) => session?.resize(cols, rows));
    start();
    terminal.focus();
    return () => {
      isDisposed = true;
      session?.close();
      dispose();
      terminalRef.current = null;
    };
  }, [client, url, login.token, appId, pod, container, component]);
  const containerWords = place.container === undefined ? [] : ['-c', place.container];
  const command = cliCommand('exec', `pod/${place.pod}`, ...containerWords, '-it', '--', 'sh');
  return (
    <div className={styles.terminal}>
      <div className={styles.bar}>
        <span className="small secondary cut grow" role="status">
          {stateText(state, language)} · {place.pod}
          {place.container !== undefined && ` · ${place.container}`}
        </span>
        {state.kind === 'open' && <IdleTime appId={appId} lastData={lastData} />}
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
        {state.kind === 'ended' && state.end.kind === 'noShell' && (
          <DebugOffer
            appId={appId}
            pod={place.pod}
            container={place.container}
            onRunning={(debug) => connect.current({ pod: place.pod, container: debug })}
          />
        )}
        {state.kind === 'ended' && (
          <Button size="small" onClick={() => connect.current()}>
            {t(terminalMessages.reconnect)}
          </Button>
        )}
      </div>
      <div ref={element} className={styles.screen} />
    </div>
  );
}

/** The same pod while it is there, else one of its component that is ready. */
async function nextPlace(
  client: PlatformClient,
  { appId, component, pod, container }: TerminalViewProps,
): Promise<Place> {
  const isUsable = (each: ApplicationPod): boolean => each.ready && each.status !== 'Terminating';
  try {
    const { pods } = await client.applicationPods(appId, component === undefined ? {} : { component });
    const found = pods.find(({ name }) => name === pod);
    const other = component === undefined ? undefined : pods.find(isUsable);
    if (other === undefined || (found !== undefined && isUsable(found))) return { pod, container };
    const hasContainer = other.containers.some(({ name }) => name === container);
    return { pod: other.name, container: hasContainer ? container : undefined };
  } catch {
    // The session reports why the platform cannot be reached.
    return { pod, container };
  }
}

/** How long the session may stay without input and output; shown as it runs out. */
function IdleTime({ appId, lastData }: { readonly appId: string; readonly lastData: RefObject<number> }) {
  const { t, language } = useLanguage();
  const { client } = usePlatform();
  const { data } = useQuery(podsQuery(client, appId));
  const now = useNow(1_000);
  if (data?.sessionIdleSeconds === undefined) return null;
  const left = Math.max(0, lastData.current + data.sessionIdleSeconds * 1_000 - now);
  return (
    <span className="small secondary" title={t(terminalMessages.idleHelp)}>
      {t(terminalMessages.idle({ duration: formatDuration(Math.ceil(left / 1_000) * 1_000, language) }))}
    </span>
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
  return `${reasonText(end, t)} ${t(terminalMessages.enter)}`;
}

function reasonText(end: SessionEnd, t: LanguageContent['t']): string {
  if (end.kind === 'exited') return t(terminalMessages.exited({ code: end.code }));
  if (end.kind === 'failed') return t(terminalMessages.failed({ reason: end.message }));
  if (end.kind === 'noShell')
    return end.message === '' ? t(terminalMessages.noShell) : t(terminalMessages.failed({ reason: end.message }));
  // A browser does not show scripts why a WebSocket was refused.
  if (!end.wasOpen) return t(terminalMessages.refused);
  if (end.code === CLOSED_BY_RESTART) return t(terminalMessages.restarting);
  return t(end.code === CLOSED_BY_RIGHTS ? terminalMessages.unauthorized : terminalMessages.closed);
}
