import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, Clock, Download, Pause, Play, WrapText } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button, IconButton, Search, saveFile } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { logMessages } from '../messages/index.ts';
import type { LogBuffer, LogEntry } from './log-buffer.ts';
import { LogRow, rowTime } from './log-row.tsx';
import { parseLogFilter } from './log-text.ts';
import styles from './logs.module.css';

const ROW_HEIGHT = 20;
/** How near to the end still counts as the end. */
const END_PIXELS = 24;

export interface LogPaneProps {
  readonly buffer: LogBuffer;
  /** Of the file that is downloaded, without its ending. */
  readonly name: string;
  /** What is chosen to be shown, left of the filter. */
  readonly controls?: ReactNode;
  /** Whether more lines may follow. */
  readonly isLive: boolean;
  /** Whether lines are of several pods, so that each has to name its own. */
  readonly showsPods: boolean;
  /** Above the lines: errors, remarks about what is missing. */
  readonly children?: ReactNode;
  /** In place of the lines while there are none. */
  readonly empty?: ReactNode;
}

/** Lines of a log with a filter, pause, wrapping, times and download. It renders only the rows in view. */
export function LogPane({ buffer, name, controls, isLive, showsPods, children, empty }: LogPaneProps) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const [isWrapped, setWrapped] = useState(false);
  const [hasTimes, setTimes] = useState(true);
  const filter = useMemo(() => (text === '' ? undefined : parseLogFilter(text)), [text]);
  const isInvalid = text !== '' && filter === undefined;
  useEffect(() => buffer.setFilter(filter), [buffer, filter]);
  const current = useSyncExternalStore(buffer.subscribe, buffer.snapshot);
  // While paused, the rows in view stay what they are, also when the buffer drops them.
  const [paused, setPaused] = useState<typeof current>();
  const { entries, shownCount } = paused ?? current;
  const fresh = current.shownCount - shownCount;
  const resume = (): void => setPaused(undefined);
  return (
    <div className={styles.pane}>
      <div className={styles.toolbar}>
        {controls}
        <div className={styles.filter}>
          <Search
            label={t(logMessages.filter)}
            value={text}
            aria-invalid={isInvalid}
            onChange={(event) => {
              resume();
              setText(event.target.value);
            }}
          />
        </div>
        <span className={styles.toggles}>
          {isLive && (
            <IconButton
              label={t(paused === undefined ? logMessages.pause : logMessages.resume)}
              aria-pressed={paused !== undefined}
              onClick={() => setPaused(paused === undefined ? current : undefined)}
            >
              {paused === undefined ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
            </IconButton>
          )}
          <IconButton label={t(logMessages.wrap)} aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
            <WrapText size={16} aria-hidden />
          </IconButton>
          <IconButton label={t(logMessages.times)} aria-pressed={hasTimes} onClick={() => setTimes(!hasTimes)}>
            <Clock size={16} aria-hidden />
          </IconButton>
          <IconButton label={t(logMessages.download)} onClick={() => download(`${name}.log`, entries)}>
            <Download size={16} aria-hidden />
          </IconButton>
        </span>
      </div>
      {children}
      {isInvalid && (
        <p className={styles.remarkBar} role="status">
          {t(logMessages.invalidFilter)}
        </p>
      )}
      {current.hasDropped && (
        <p className={styles.remarkBar} role="status">
          {t(logMessages.dropped)}
        </p>
      )}
      {entries.length === 0 ? (
        <div className={styles.nothing}>{text === '' ? empty : t(logMessages.noHits({ filter: text }))}</div>
      ) : (
        <Lines
          // The virtual rows are measured again when their heights change.
          key={isWrapped ? 'wrapped' : 'cut'}
          entries={entries}
          filter={filter}
          isWrapped={isWrapped}
          hasTimes={hasTimes}
          showsPods={showsPods}
          isFollowing={paused === undefined}
          onScrolledUp={() => setPaused((before) => before ?? current)}
          onReachedEnd={resume}
        />
      )}
      {paused !== undefined && (
        <Button
          className={styles.newLines ?? ''}
          size="small"
          icon={<ArrowDown size={14} aria-hidden />}
          onClick={resume}
        >
          {fresh > 0 ? t(logMessages.newLines({ count: fresh })) : t(logMessages.toEnd)}
        </Button>
      )}
    </div>
  );
}

const estimateSize = (): number => ROW_HEIGHT;

interface LinesProps {
  readonly entries: readonly LogEntry[];
  readonly filter: RegExp | undefined;
  readonly isWrapped: boolean;
  readonly hasTimes: boolean;
  readonly showsPods: boolean;
  /** Whether the end stays in view. */
  readonly isFollowing: boolean;
  readonly onScrolledUp: () => void;
  readonly onReachedEnd: () => void;
}

function Lines(props: LinesProps) {
  const { entries, filter, isWrapped, hasTimes, showsPods, isFollowing, onScrolledUp, onReachedEnd } = props;
  const { t } = useLanguage();
  const scroll = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const current = useRef(entries);
  current.current = entries;
  // The same functions each time: with others, the places of all rows are computed again.
  const getItemKey = useCallback((index: number) => current.current[index]?.number ?? index, []);
  const getScrollElement = useCallback(() => scroll.current, []);
  const rows = useVirtualizer({ count: entries.length, getScrollElement, estimateSize, getItemKey, overscan: 10 });
  const last = entries.at(-1)?.number;
  useEffect(() => {
    if (isFollowing && last !== undefined) rows.scrollToIndex(rows.options.count - 1, { align: 'end' });
  }, [isFollowing, last, rows]);
  const follow = (): void => {
    const element = scroll.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight <= END_PIXELS;
    const isUp = scrollTop < lastTop.current - 1;
    lastTop.current = scrollTop;
    if (isAtEnd && !isUp) onReachedEnd();
    else if (isUp && !isAtEnd) onScrolledUp();
  };
  return (
    <div
      ref={scroll}
      className={[styles.lines, isWrapped && styles.wrapped].filter(Boolean).join(' ')}
      onScroll={follow}
      role="log"
      aria-label={t(logMessages.lines)}
      aria-live="off"
      tabIndex={0}
    >
      <div className={styles.sizer} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index];
          return (
            entry !== undefined && (
              <div
                key={key}
                data-index={index}
                {...(isWrapped && { ref: rows.measureElement })}
                className={styles.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogRow entry={entry} filter={filter} hasTime={hasTimes} showsPod={showsPods} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function download(name: string, entries: readonly LogEntry[]): void {
  const lines = entries.flatMap((entry) =>
    entry.kind === 'line'
      ? [`${rowTime(entry.line.time)} ${entry.line.pod}/${entry.line.container} ${entry.plain}\n`]
      : [],
  );
  saveFile(name, lines.join(''));
}
