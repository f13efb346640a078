import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { CopyButton, cliCommand, ErrorPanel, Search, Select } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { logMessages } from '../messages/index.ts';
import { podsQuery, usePlatform } from '../platform/index.ts';
import { KEPT_LINES, LogBuffer } from './log-buffer.ts';
import { LogPane } from './log-pane.tsx';
import {
  ALL,
  type LogAge,
  type LogRequest,
  type LogSelection,
  RANGE_NAMES,
  RANGES,
  type RangeChoice,
  useLogStream,
} from './log-stream.ts';
import { NO_FILTER, type WantedLines } from './log-toolbar.tsx';

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

const NOTIFY_MS = 150;
function createBuffer(): LogBuffer {
  return new LogBuffer({ schedule: (notify) => void setTimeout(notify, NOTIFY_MS) });
}

/** The logs of an application: of all its pods or some, as they are written, before a restart, or of pods that are gone. */
export function LogView({ appId, app, components, selection: first = {}, onSelect }: LogViewProps) {
  const { t } = useLanguage();
  const [selection, setSelection] = useState<LogSelection>(first);
  const [search, setSearch] = useState('');
  const [buffer] = useState(createBuffer);
  const age = selection.age ?? 'now';
  const range = RANGE_NAMES.find((each) => each === selection.range) ?? '500';
  const { error, isReading, retry } = useLogStream({ appId, selection, age, range, search, buffer });
  const select = (change: LogSelection): void => {
    const next = { ...selection, ...change };
    setSelection(next);
    onSelect?.(next);
  };
  const { component, pod } = selection;
  const command = cliCommand(...logCommand(app, selection, { age, search, range }));
  return (
    <LogPane
      buffer={buffer}
      name={[app, pod ?? component].filter(Boolean).join('-')}
      isLive={age === 'now'}
      showsPods={pod === undefined}
      wanted={{ ...NO_FILTER, text: first.q ?? '', least: first.level ?? 'all' }}
      onWanted={(wanted) => select(wantedSelection(wanted))}
      link={(wanted) => viewLink(app, { ...selection, ...wantedSelection(wanted) })}
      empty={isReading ? t(logMessages.waiting) : t(logMessages.nothing)}
      controls={
        <>
          <PodChoice appId={appId} components={components} selection={selection} onSelect={select} />
          <Select
            aria-label={t(logMessages.age)}
            value={age}
            onChange={({ target }) =>
              select({ age: target.value === 'gone' || target.value === 'previous' ? target.value : undefined })
            }
          >
            <option value="now">{t(logMessages.ageNow)}</option>
            <option value="previous">{t(logMessages.agePrevious)}</option>
            <option value="gone">{t(logMessages.ageGone)}</option>
          </Select>
          <Select
            aria-label={t(logMessages.range)}
            value={range}
            onChange={({ target }) => select({ range: target.value === '500' ? undefined : target.value })}
          >
            {RANGE_NAMES.map((each) => (
              <option key={each} value={each}>
                {t(RANGES[each].text)}
              </option>
            ))}
          </Select>
          {age === 'gone' && <KeptSearch onSearch={setSearch} />}
          <CopyButton
            text={command}
            label={t(logMessages.copyCommand({ command }))}
            icon={<SquareTerminal size={14} aria-hidden />}
          />
        </>
      }
    >
      {error !== undefined && <ErrorPanel error={error} title={t(logMessages.failed)} onRetry={retry} />}
    </LogPane>
  );
}

function wantedSelection({ text, least }: WantedLines): LogSelection {
  return { q: text === '' ? undefined : text, level: least === 'all' ? undefined : least };
}

/** The address of a view on the page of logs, wherever it is shown. */
function viewLink(app: string, selection: LogSelection): string {
  const link = new URL(`apps/${encodeURIComponent(app)}/logs`, document.baseURI);
  // As the router writes it: values that would be read as numbers are quoted.
  for (const [name, value] of Object.entries(selection)) {
    if (value !== undefined) link.searchParams.set(name, /^\d+$/.test(value) ? JSON.stringify(value) : value);
  }
  return link.href;
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

/** The command that prints the same lines. */
function logCommand(
  app: string,
  { component, pod, container, q = '' }: LogSelection,
  { age, search, range }: Pick<LogRequest, 'age' | 'search' | 'range'>,
): readonly string[] {
  const place = pod !== undefined ? `pod/${pod}` : component === undefined ? app : `${app}/${component}`;
  const containers = container === undefined ? [] : container === ALL ? ['--all-containers'] : ['-c', container];
  const ages: Readonly<Record<LogAge, string>> = { now: '--follow', previous: '--previous', gone: '--gone' };
  const { tail, since }: RangeChoice['filter'] = RANGES[range].filter;
  const amount =
    since !== undefined ? ['--since', since] : tail === undefined || tail === KEPT_LINES ? [] : ['--tail', `${tail}`];
  const expression = /^\/(.+)\/[im]*$/.exec(q)?.[1];
  const filter = q === '' ? [] : expression === undefined ? ['--search', q] : ['--grep', expression];
  return ['logs', place, ages[age], ...containers, ...amount, ...(search === '' ? filter : ['--search', search])];
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
        onChange={({ target }) =>
          onSelect({ component: target.value === '' ? undefined : target.value, pod: undefined, container: undefined })
        }
      >
        <option value="">{t(logMessages.allComponents)}</option>
        {components.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        aria-label={t(logMessages.pod)}
        value={pod ?? ''}
        onChange={({ target }) =>
          onSelect({ pod: target.value === '' ? undefined : target.value, container: undefined })
        }
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
          onChange={({ target }) => onSelect({ container: target.value === '' ? undefined : target.value })}
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
