import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { logMessages } from '../messages/index.ts';
import type { LogBuffer, LogEntry } from './log-buffer.ts';
import { LogRow, type RowOptions } from './log-row.tsx';
import { parseLogFilter } from './log-text.ts';
import { LEVEL_TEXTS, LogToolbar, type LogViewing, NO_FILTER, type WantedLines } from './log-toolbar.tsx';
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
  /** Which lines are shown at first. */
  readonly wanted?: WantedLines;
  /** Called with each change of that. */
  readonly onWanted?: (wanted: WantedLines) => void;
  /** The address of what is shown, for others. */
  readonly link?: ((wanted: WantedLines) => string) | undefined;
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
export function LogPane(props: LogPaneProps) {
  const { buffer, name, controls, isLive, showsPods, children, empty, onWanted, link } = props;
  const { t } = useLanguage();
  const [wanted, setWanted] = useState<WantedLines>(props.wanted ?? NO_FILTER);
  const [viewing, setViewing] = useState<LogViewing>({ isWrapped: false, times: 'local', hasFields: false });
  const { text, least, isHighlight } = wanted;
  const pattern = useMemo(() => (text === '' ? undefined : parseLogFilter(text)), [text]);
  const isInvalid = text !== '' && pattern === undefined;
  useEffect(
    () => buffer.setFilter({ pattern: isHighlight ? undefined : pattern, least }),
    [buffer, pattern, isHighlight, least],
  );
  const current = useSyncExternalStore(buffer.subscribe, buffer.snapshot);
  // While paused, the rows in view stay what they are, also when the buffer drops them.
  const [paused, setPaused] = useState<typeof current>();
  const { entries, shownCount } = paused ?? current;
  const fresh = current.shownCount - shownCount;
  const resume = (): void => setPaused(undefined);
  const change = (next: WantedLines): void => {
    resume();
    setWanted(next);
    onWanted?.(next);
  };
  const filters = [
    ...(text === '' || isHighlight ? [] : [`“${text}”`]),
    ...(least === 'all' ? [] : [t(LEVEL_TEXTS[least])]),
  ];
  return (
    <div className={styles.pane}>
      <LogToolbar
        name={name}
        controls={controls}
        wanted={wanted}
        onWanted={change}
        viewing={viewing}
        onViewing={setViewing}
        isInvalid={isInvalid}
        entries={entries}
        link={link}
        isPaused={paused !== undefined}
        onPause={isLive ? (isPaused) => setPaused(isPaused ? current : undefined) : undefined}
      />
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
        <div className={styles.nothing}>
          {filters.length === 0 ? (
            empty
          ) : (
            <div className="stack">
              {t(logMessages.noHits({ filters }))}
              <div>
                <Button size="small" onClick={() => change(NO_FILTER)}>
                  {t(logMessages.clear)}
                </Button>
              </div>
            </div>
          )}
        </div>
      ) : (
        <Lines
          // The virtual rows are measured again when their heights change.
          key={viewing.isWrapped ? 'wrapped' : 'cut'}
          entries={entries}
          isWrapped={viewing.isWrapped}
          row={{ pattern, times: viewing.times, hasFields: viewing.hasFields, showsPods }}
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
  readonly isWrapped: boolean;
  readonly row: RowOptions;
  /** Whether the end stays in view. */
  readonly isFollowing: boolean;
  readonly onScrolledUp: () => void;
  readonly onReachedEnd: () => void;
}

function Lines({ entries, isWrapped, row, isFollowing, onScrolledUp, onReachedEnd }: LinesProps) {
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
  const { length } = entries;
  useEffect(() => {
    // Another filter may change the number of rows, and not the last one.
    if (isFollowing && last !== undefined) rows.scrollToIndex(length - 1, { align: 'end' });
  }, [isFollowing, last, length, rows]);
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
                <LogRow entry={entry} {...row} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
