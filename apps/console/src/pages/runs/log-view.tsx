import { PlatformError } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, EmptyState, ErrorPanel, Search, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import styles from './log-view.module.css';

/** One line of a log. */
interface ShownLine {
  /** Grows with each line. */
  readonly id: number;
  readonly time: string;
  readonly source: string;
  readonly text: string;
}

/** What the program of a job has written, again and again while it runs. */
export function JobLogView({
  taskId,
  jobId,
  isOver,
}: {
  readonly taskId: string;
  readonly jobId: string;
  readonly isOver: boolean;
}) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const log = useQuery({
    queryKey: [queryKeys.run, taskId, 'log', jobId],
    queryFn: ({ signal }) => client.jobLog(taskId, jobId, { signal }),
    refetchInterval: isOver ? false : 3_000,
  });
  if (log.isPending) return <Skeleton rows={4} />;
  if (log.isError) {
    if (log.error instanceof PlatformError && log.error.code === 'JOB_LOG_NOT_FOUND') {
      return <EmptyState title={t(runMessages.noJobLog)} />;
    }
    return <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />;
  }
  const texts = log.data.text.replace(/\n$/, '').split('\n');
  const lines = log.data.text === '' ? [] : texts.map((text, id) => ({ id, time: '', source: '', text }));
  return <LogLines lines={lines} notice={log.data.truncated ? t(runMessages.logTruncated) : undefined} />;
}

/** Most lines that are kept; older ones are dropped. */
const MOST_LINES = 10_000;
const BATCH_MS = 150;
const TAIL = 500;

interface PodLogViewProps {
  readonly appId: string;
  readonly component: string;
  readonly since: string | undefined;
}

/** Follows the logs of all pods of a component. */
export function PodLogView({ appId, component, since }: PodLogViewProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const [lines, setLines] = useState<readonly ShownLine[]>([]);
  const [isDropped, setDropped] = useState(false);
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  const gap = t(runMessages.gap);
  useEffect(() => {
    const stopped = new AbortController();
    let kept: ShownLine[] = [];
    let nextId = round;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const add = (line: Omit<ShownLine, 'id'>): void => {
      kept.push({ ...line, id: nextId });
      nextId += 1;
      timer ??= setTimeout(() => {
        timer = undefined;
        if (kept.length > MOST_LINES) {
          kept = kept.slice(-MOST_LINES);
          setDropped(true);
        }
        setLines([...kept]);
      }, BATCH_MS);
    };
    const follow = async (): Promise<void> => {
      const stream = client.followLogs(appId, {
        component,
        tail: TAIL,
        ...(since !== undefined && { since }),
        signal: stopped.signal,
        onReconnect: () => add({ time: '', source: '', text: `— ${gap} —` }),
      });
      for await (const { event } of stream) {
        if (event.kind !== 'lines') continue;
        for (const { time, pod, text } of event.lines) add({ time: time.slice(11, 23), source: pod, text });
      }
    };
    setLines([]);
    setError(undefined);
    follow().catch((thrown: unknown) => {
      if (!stopped.signal.aborted) setError(thrown);
    });
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [client, appId, component, since, gap, round]);
  if (error !== undefined) return <ErrorPanel error={error} onRetry={() => setRound((value) => value + 1)} />;
  return <LogLines lines={lines} notice={isDropped ? t(runMessages.linesDropped) : undefined} />;
}

const LINE_HEIGHT = 20;
/** Lines above and below what is visible that are drawn too. */
const OVERSCAN = 20;
const NEAR_END = 2 * LINE_HEIGHT;

interface LogLinesProps {
  readonly lines: readonly ShownLine[];
  readonly notice: string | undefined;
}

/** Lines as plain text. Only what is visible is in the page; scrolling up stops following. */
function LogLines({ lines, notice }: LogLinesProps) {
  const { t } = useLanguage();
  const [filter, setFilter] = useState('');
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [seen, setSeen] = useState<number>();
  const area = useRef<HTMLDivElement>(null);
  const wanted = filter.toLowerCase();
  const shown = wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted));
  const isFollowing = seen === undefined;
  const lastId = shown.at(-1)?.id;
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isFollowing && lastId !== undefined) area.current?.scrollTo({ top: area.current.scrollHeight });
  }, [isFollowing, lastId]);
  const first = Math.max(0, Math.floor(top / LINE_HEIGHT) - OVERSCAN);
  const visible = shown.slice(first, first + Math.ceil(height / LINE_HEIGHT) + 2 * OVERSCAN);
  const newLines = seen === undefined ? 0 : shown.filter(({ id }) => id > seen).length;
  return (
    <div className={styles.log}>
      <div className={styles.tools}>
        <Search label={t(runMessages.logFilter)} value={filter} onChange={(event) => setFilter(event.target.value)} />
        {notice !== undefined && <span className="small secondary">{notice}</span>}
      </div>
      <div
        ref={area}
        className={styles.lines}
        role="log"
        aria-live="off"
        aria-label={t(runMessages.logs)}
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          setTop(currentTarget.scrollTop);
          const isAtEnd = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < NEAR_END;
          if (isAtEnd) setSeen(undefined);
          else setSeen((before) => before ?? lastId ?? 0);
        }}
      >
        {shown.length === 0 ? (
          <p className={styles.empty}>{t(runMessages.logEmpty)}</p>
        ) : (
          <div style={{ height: shown.length * LINE_HEIGHT }}>
            <div style={{ transform: `translateY(${first * LINE_HEIGHT}px)` }}>
              {visible.map(({ id, time, source, text }) => (
                <div key={id} className={styles.line}>
                  {time !== '' && <span className={styles.time}>{time}</span>}
                  {source !== '' && <span className={styles.source}>{source}</span>}
                  <span>{plainText(text)}</span>
                </div>
              ))}
            </div>
          </div>
        )}
      </div>
      {!isFollowing && (
        <Button
          size="small"
          className={styles.newLines}
          icon={<ArrowDown size={14} aria-hidden />}
          onClick={() => setSeen(undefined)}
        >
          {newLines > 0 ? t(runMessages.newLines({ count: newLines })) : t(runMessages.follow)}
        </Button>
      )}
    </div>
  );
}

/** Colours and cursor movements of terminals mean nothing here. */
const ESCAPE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

function plainText(text: string): string {
  return text.replaceAll(ESCAPE, '');
}
