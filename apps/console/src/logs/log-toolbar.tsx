import { Braces, Copy, Download, Highlighter, Link2, Pause, Play, SlidersHorizontal, WrapText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton, Search, Select, saveFile, useNarrow, useToast } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { logMessages } from '../messages/index.ts';
import type { LogEntry } from './log-buffer.ts';
import { type LogTimes, rowTime } from './log-row.tsx';
import type { LeastLevel } from './log-text.ts';
import styles from './logs.module.css';

/** Which lines the user wants to see. */
export interface WantedLines {
  /** A text, or a regular expression between slashes. */
  readonly text: string;
  readonly least: LeastLevel;
  /** Whether lines that do not match the text are shown, too. */
  readonly isHighlight: boolean;
}

export const NO_FILTER: WantedLines = { text: '', least: 'all', isHighlight: false };

/** How lines are shown. */
export interface LogViewing {
  readonly isWrapped: boolean;
  readonly times: LogTimes;
  readonly hasFields: boolean;
}

export const LEVEL_TEXTS = {
  all: logMessages.levelAll,
  warning: logMessages.levelWarning,
  error: logMessages.levelError,
} as const satisfies Record<LeastLevel, unknown>;

const TIME_TEXTS = {
  local: logMessages.timesLocal,
  utc: logMessages.timesUtc,
  none: logMessages.timesNone,
} as const satisfies Record<LogTimes, unknown>;

interface LogToolbarProps {
  readonly name: string;
  readonly controls: ReactNode;
  readonly wanted: WantedLines;
  readonly onWanted: (wanted: WantedLines) => void;
  readonly viewing: LogViewing;
  readonly onViewing: (viewing: LogViewing) => void;
  readonly isInvalid: boolean;
  readonly entries: readonly LogEntry[];
  readonly link: ((wanted: WantedLines) => string) | undefined;
  readonly isPaused: boolean;
  /** Undefined where nothing follows. */
  readonly onPause: ((isPaused: boolean) => void) | undefined;
}

/** What is shown of a log, and how; copies and downloads it. */
export function LogToolbar(props: LogToolbarProps) {
  const { name, controls, wanted, onWanted, viewing, onViewing, isInvalid, entries, link, isPaused, onPause } = props;
  const { t } = useLanguage();
  const toast = useToast();
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const copy = async (text: string, done: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toast({ text: done });
  };
  const copyLines = (): void => {
    const lines = logLines(entries);
    void copy(lines.join(''), t(logMessages.copied({ count: lines.length })));
  };
  return (
    <div className={styles.toolbar}>
      {(!isNarrow || isOpen) && (
        <>
          {controls}
          <Choice
            label={t(logMessages.level)}
            value={wanted.least}
            texts={LEVEL_TEXTS}
            onChange={(least) => onWanted({ ...wanted, least })}
          />
          <Choice
            label={t(logMessages.times)}
            value={viewing.times}
            texts={TIME_TEXTS}
            onChange={(times) => onViewing({ ...viewing, times })}
          />
        </>
      )}
      <div className={styles.filter}>
        <Search
          label={t(logMessages.filter)}
          value={wanted.text}
          aria-invalid={isInvalid}
          onChange={({ target }) => onWanted({ ...wanted, text: target.value })}
        />
      </div>
      <span className={styles.toggles}>
        {isNarrow && (
          <IconButton label={t(logMessages.choices)} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal size={16} aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={t(logMessages.highlight)}
          aria-pressed={wanted.isHighlight}
          onClick={() => onWanted({ ...wanted, isHighlight: !wanted.isHighlight })}
        >
          <Highlighter size={16} aria-hidden />
        </IconButton>
        {onPause !== undefined && (
          <IconButton
            label={t(isPaused ? logMessages.resume : logMessages.pause)}
            aria-pressed={isPaused}
            onClick={() => onPause(!isPaused)}
          >
            {isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          </IconButton>
        )}
        <IconButton
          label={t(logMessages.wrap)}
          aria-pressed={viewing.isWrapped}
          onClick={() => onViewing({ ...viewing, isWrapped: !viewing.isWrapped })}
        >
          <WrapText size={16} aria-hidden />
        </IconButton>
        <IconButton
          label={t(logMessages.fields)}
          aria-pressed={viewing.hasFields}
          onClick={() => onViewing({ ...viewing, hasFields: !viewing.hasFields })}
        >
          <Braces size={16} aria-hidden />
        </IconButton>
        <IconButton label={t(logMessages.copyLines)} onClick={copyLines}>
          <Copy size={16} aria-hidden />
        </IconButton>
        <IconButton label={t(logMessages.download)} onClick={() => saveFile(`${name}.log`, logLines(entries).join(''))}>
          <Download size={16} aria-hidden />
        </IconButton>
        {link !== undefined && (
          <IconButton label={t(logMessages.share)} onClick={() => void copy(link(wanted), t(logMessages.shared))}>
            <Link2 size={16} aria-hidden />
          </IconButton>
        )}
      </span>
    </div>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly texts: Readonly<Record<V, typeof logMessages.timesUtc>>;
  readonly onChange: (value: V) => void;
}

function Choice<V extends string>({ label, value, texts, onChange }: ChoiceProps<V>) {
  const { t } = useLanguage();
  const isValue = (text: string): text is V => Object.hasOwn(texts, text);
  const values = Object.keys(texts).filter(isValue);
  return (
    <Select aria-label={label} value={value} onChange={({ target }) => isValue(target.value) && onChange(target.value)}>
      {values.map((each) => (
        <option key={each} value={each}>
          {t(texts[each])}
        </option>
      ))}
    </Select>
  );
}

/** Lines as they are copied and downloaded: with the time in UTC, the pod and the container. */
function logLines(entries: readonly LogEntry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'line'
      ? [`${rowTime(entry.line.time)} ${entry.line.pod}/${entry.line.container} ${entry.plain}\n`]
      : [],
  );
}
