import { decodeMessage, type Message, verbatim } from '@kubemin/base/message';
import type { LogMessage, PlatformClient } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CopyButton, ErrorPanel, Search, Select } from '../kit/index.ts';
import { formatDuration, useLanguage } from '../language/index.ts';
import { logMessages } from '../messages/index.ts';
import { cliCommand, podsQuery, usePlatform } from '../platform/index.ts';
import { KEPT_LINES, LogBuffer } from './log-buffer.ts';
import { LogPane } from './log-pane.tsx';

/** Of which part of an application. */
export interface LogSelection {
  readonly component?: string | undefined;
  readonly pod?: string | undefined;
  /** `*` for all containers of each pod. @default the one that kubectl would take */
  readonly container?: string | undefined;
}

/** Of pods that are there, of what their containers wrote before they restarted, or of pods that are gone. */
type LogAge = 'now' | 'previous' | 'gone';

export interface LogViewProps {
  readonly appId: string;
  /** What commands call the application. */
  readonly app: string;
  readonly components: readonly string[];
  /** What is chosen at first. */
  readonly selection?: LogSelection;
  /** Called with each choice, for the address of the page. */
  readonly onSelect?: (selection: LogSelection) => void;
}

interface RangeChoice {
  readonly text: Message;
  readonly filter: { readonly tail?: number; readonly since?: string };
}

/** How much of the logs, by a short name. */
const RANGES = {
  '500': { text: logMessages.lines500, filter: { tail: 500 } },
  '5000': { text: logMessages.lines5000, filter: { tail: 5_000 } },
  '5m': { text: logMessages.fiveMinutes, filter: { since: '5m' } },
  '1h': { text: logMessages.hour, filter: { since: '1h' } },
  '1d': { text: logMessages.day, filter: { since: '1d' } },
  all: { text: logMessages.everything, filter: { tail: KEPT_LINES } },
} as const satisfies Readonly<Record<string, RangeChoice>>;
type Range = keyof typeof RANGES;

const NOTIFY_MS = 150;
/** A log that arrives faster than it is read must leave time for the page. */
const BUSY_MS = 20;
const ALL = '*';
/** The API returns no more of pods that are gone at once. */
const MOST_GONE = 10_000;

function createBuffer(): LogBuffer {
  return new LogBuffer({ schedule: (notify) => void setTimeout(notify, NOTIFY_MS) });
}

/** The logs of an application: of all its pods or some, as they are written, before a restart, or of pods that are gone. */
export function LogView({ appId, app, components, selection: first = {}, onSelect }: LogViewProps) {
  const { t } = useLanguage();
  const [selection, setSelection] = useState<LogSelection>(first);
  const [age, setAge] = useState<LogAge>('now');
  const [range, setRange] = useState<Range>('500');
  const [search, setSearch] = useState('');
  const [buffer] = useState(createBuffer);
  const { error, isReading, retry } = useLogStream({ appId, selection, age, range, search, buffer });
  const select = (next: LogSelection): void => {
    setSelection(next);
    onSelect?.(next);
  };
  const { component, pod } = selection;
  const command = cliCommand(...logCommand(app, selection, { age, search }));
  return (
    <LogPane
      buffer={buffer}
      name={[app, pod ?? component].filter(Boolean).join('-')}
      isLive={age === 'now'}
      showsPods={pod === undefined}
      empty={isReading ? t(logMessages.waiting) : t(logMessages.nothing)}
      controls={
        <>
          <PodChoice appId={appId} components={components} selection={selection} onSelect={select} />
          <Select
            aria-label={t(logMessages.age)}
            value={age}
            onChange={({ target }) =>
              setAge(target.value === 'gone' || target.value === 'previous' ? target.value : 'now')
            }
          >
            <option value="now">{t(logMessages.ageNow)}</option>
            <option value="previous">{t(logMessages.agePrevious)}</option>
            <option value="gone">{t(logMessages.ageGone)}</option>
          </Select>
          <Select
            aria-label={t(logMessages.range)}
            value={range}
            onChange={({ target }) => setRange(isRange(target.value) ? target.value : '500')}
          >
            {RANGE_NAMES.map((each) => (
              <option key={each} value={each}>
                {t(RANGES[each].text)}
              </option>
            ))}
          </Select>
          {age === 'gone' && <KeptSearch onSearch={setSearch} />}
          <CopyButton text={command} label={t(logMessages.copyCommand({ command }))} />
        </>
      }
    >
      {error !== undefined && <ErrorPanel error={error} title={t(logMessages.failed)} onRetry={retry} />}
    </LogPane>
  );
}

/** Searches all kept logs on Enter: each search is a request. */
function KeptSearch({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text);
      }}
    >
      <Search label={t(logMessages.searchKept)} value={text} onChange={({ target }) => setText(target.value)} />
    </form>
  );
}

const RANGE_NAMES = Object.keys(RANGES).filter(isRange);

function isRange(text: string): text is Range {
  return Object.hasOwn(RANGES, text);
}

function logCommand(
  app: string,
  { component, pod, container }: LogSelection,
  { age, search }: Pick<LogRequest, 'age' | 'search'>,
): readonly string[] {
  const place = pod !== undefined ? `pod/${pod}` : component === undefined ? app : `${app}/${component}`;
  const containers = container === undefined ? [] : container === ALL ? ['--all-containers'] : ['-c', container];
  const ages: Readonly<Record<LogAge, string>> = { now: '--follow', previous: '--previous', gone: '--gone' };
  return ['logs', place, ages[age], ...containers, ...(age === 'gone' && search !== '' ? ['--search', search] : [])];
}

interface PodChoiceProps {
  readonly appId: string;
  readonly components: readonly string[];
  readonly selection: LogSelection;
  readonly onSelect: (selection: LogSelection) => void;
}

function PodChoice({ appId, components, selection, onSelect }: PodChoiceProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const pods = useQuery(podsQuery(client, appId)).data?.pods ?? [];
  const { component, pod, container } = selection;
  const choices = pods.filter((each) => component === undefined || each.component === component);
  const meant = choices.filter(({ name }) => pod === undefined || name === pod);
  const containers = [...new Set(meant.flatMap((each) => each.containers.map(({ name }) => name)))];
  const hasChoice = meant.some((each) => each.containers.length > 1);
  return (
    <>
      <Select
        aria-label={t(logMessages.component)}
        value={component ?? ''}
        onChange={({ target }) => onSelect(target.value === '' ? {} : { component: target.value })}
      >
        <option value="">{t(logMessages.allComponents)}</option>
        {components.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        aria-label={t(logMessages.pod)}
        value={pod ?? ''}
        onChange={({ target }) => onSelect({ component, ...(target.value !== '' && { pod: target.value }) })}
      >
        <option value="">{t(logMessages.allPods)}</option>
        {/* A pod that is gone meanwhile is still what is shown. */}
        {[...new Set([...(pod === undefined ? [] : [pod]), ...choices.map(({ name }) => name)])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      {hasChoice && (
        <Select
          aria-label={t(logMessages.container)}
          value={container ?? ''}
          onChange={({ target }) =>
            onSelect({ component, pod, ...(target.value !== '' && { container: target.value }) })
          }
        >
          <option value="">{t(logMessages.mainContainer)}</option>
          <option value={ALL}>{t(logMessages.allContainers)}</option>
          {containers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </>
  );
}

interface LogRequest {
  readonly appId: string;
  readonly selection: LogSelection;
  readonly age: LogAge;
  readonly range: Range;
  /** In pods that are gone: lines that contain this text. */
  readonly search: string;
  readonly buffer: LogBuffer;
}

/** Reads the chosen logs into the buffer, again from the start when the choice changes. */
function useLogStream({ appId, selection, age, range, search, buffer }: LogRequest) {
  const { client } = usePlatform();
  const { language } = useLanguage();
  const { component, pod, container } = selection;
  const [error, setError] = useState<unknown>();
  const [isReading, setReading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    buffer.clear();
    setError(undefined);
    setReading(true);
    const filter = {
      ...(component !== undefined && { component }),
      ...(pod !== undefined && { pod }),
      ...(container === ALL ? { allContainers: true } : container !== undefined && { container }),
      ...RANGES[range].filter,
    };
    const reconnected = (ms: number): void =>
      buffer.appendRemark(logMessages.gap({ duration: formatDuration(ms, language) }));
    const request = { client, appId, buffer, filter, reconnected, signal: stopped.signal };
    const read = async (): Promise<void> => {
      try {
        await (age === 'gone' ? readGoneLogs(request, search) : followLogs(request, age));
      } catch (thrown) {
        if (!stopped.signal.aborted) setError(thrown);
      } finally {
        if (!stopped.signal.aborted) setReading(false);
      }
    };
    // A repeated attempt reads again from the start.
    void attempt;
    void read();
    return () => stopped.abort();
  }, [client, appId, component, pod, container, age, range, search, buffer, language, attempt]);
  return { error, isReading, retry: () => setAttempt((count) => count + 1) };
}

interface ReadRequest {
  readonly client: PlatformClient;
  readonly appId: string;
  readonly buffer: LogBuffer;
  readonly filter: {
    readonly component?: string;
    readonly pod?: string;
    readonly container?: string;
    readonly allContainers?: boolean;
    readonly tail?: number;
    readonly since?: string;
  };
  /** Called with how long the connection was lost. */
  readonly reconnected: (ms: number) => void;
  readonly signal: AbortSignal;
}

async function followLogs(request: ReadRequest, age: 'now' | 'previous'): Promise<void> {
  const { client, appId, buffer, filter, reconnected, signal } = request;
  let lostAt: number | undefined;
  let restedAt = performance.now();
  const messages = client.followLogs(appId, {
    ...filter,
    ...(age === 'previous' && { previous: true, ends: true }),
    signal,
    onReconnect: () => {
      lostAt ??= performance.now();
    },
  });
  for await (const { event } of messages) {
    if (signal.aborted) return;
    if (lostAt !== undefined) reconnected(performance.now() - lostAt);
    lostAt = undefined;
    appendMessage(buffer, event);
    if (performance.now() - restedAt < BUSY_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    restedAt = performance.now();
  }
  if (!signal.aborted) buffer.appendRemark(logMessages.end);
}

function appendMessage(buffer: LogBuffer, message: LogMessage): void {
  if (message.kind === 'lines') buffer.appendLines(message.lines);
  if (message.kind !== 'container') return;
  const { pod, container, change, message: text = '', texts } = message;
  const place = `${pod}/${container}`;
  if (change === 'started') buffer.appendRemark(logMessages.started({ place }));
  if (change === 'ended') buffer.appendRemark(logMessages.ended({ place }));
  if (change === 'left-out') {
    const reason = decodeMessage(texts?.message, text) ?? verbatim(text);
    buffer.appendRemark(logMessages.leftOut({ place, reason }));
  }
}

/** The server searches: the newest lines that match, of all that are kept. */
async function readGoneLogs(request: ReadRequest, search: string): Promise<void> {
  const { client, appId, buffer, filter, signal } = request;
  const { lines, truncated, leftOut } = await client.applicationLogs(
    appId,
    { ...filter, ...(search !== '' && { q: search }), gone: true, tail: Math.min(filter.tail ?? MOST_GONE, MOST_GONE) },
    { signal },
  );
  if (truncated) buffer.appendRemark(logMessages.truncated);
  buffer.appendLines(lines);
  for (const { pod, container, reason: text, texts } of leftOut) {
    const reason = decodeMessage(texts?.reason, text) ?? verbatim(text);
    buffer.appendRemark(logMessages.leftOut({ place: `${pod}/${container}`, reason }));
  }
  if (lines.length > 0) buffer.appendRemark(logMessages.end);
}
