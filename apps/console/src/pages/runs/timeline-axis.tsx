import { TriangleAlert } from 'lucide-react';
import { workerName } from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { formatOffset, scaleTicks, type TimeScale } from './time-scale.ts';
import styles from './timeline.module.css';
import type { Timeline } from './timeline-layout.ts';
import type { Mark } from './timeline-marks.ts';

/** A part of the width, for styles. */
export const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

export interface ScaledProps {
  readonly scale: TimeScale;
  readonly timeline: Timeline;
  readonly isOver: boolean;
}

export function Axis({ scale, timeline, isOver, zoom }: ScaledProps & { readonly zoom: number }) {
  const { t } = useLanguage();
  const now = scale.position(timeline.to);
  return (
    <div className={styles.axis} aria-hidden>
      {scaleTicks(scale, zoom)
        .map(({ at, text }) => ({ at: scale.position(at), text }))
        .filter(({ at }) => isOver || Math.abs(at - now) > 0.09 / zoom)
        .map(({ at, text }) => (
          <span key={text} className={at === 0 ? styles.zero : undefined} style={{ left: percent(at) }}>
            {text}
          </span>
        ))}
      {!isOver && (
        <b className={styles.nowText} style={{ left: percent(now) }}>
          {t(runMessages.now({ offset: formatOffset(timeline.to - timeline.from) }))}
        </b>
      )}
    </div>
  );
}

export function Grid({ scale, zoom }: Pick<ScaledProps, 'scale'> & { readonly zoom: number }) {
  return (
    <div className={styles.grid}>
      {scaleTicks(scale, zoom).map(({ at, text }) => (
        <i key={text} style={{ left: percent(scale.position(at)) }} />
      ))}
      {scale.shortened.map((span) => (
        <i
          key={span.from}
          className={styles.cutSpan}
          style={{
            left: percent(scale.position(span.from)),
            width: percent(scale.position(span.to) - scale.position(span.from)),
          }}
        />
      ))}
    </div>
  );
}

/** What is drawn above the bars: now, and where work was resumed. */
export function Overlay({ scale, timeline, isOver }: ScaledProps) {
  return (
    <div className={`${styles.grid} ${styles.above}`}>
      {timeline.marks.map((mark) => (
        <MarkLine key={mark.lostAt} mark={mark} scale={scale} />
      ))}
      {!isOver && <i className={styles.now} style={{ left: percent(scale.position(timeline.to)) }} />}
    </div>
  );
}

/** Where a worker was lost, and another one resumed the run. */
function MarkLine({ mark, scale }: { readonly mark: Mark; readonly scale: TimeScale }) {
  const text = useMarkText()(mark);
  const left = scale.position(mark.lostAt);
  return (
    <span
      className={styles.mark}
      style={{ left: percent(left), width: percent(scale.position(mark.at) - left) }}
      title={text}
    >
      <TriangleAlert size={12} aria-hidden />
    </span>
  );
}

/** The marks in words, which stay with the run. */
export function MarkList({ marks }: { readonly marks: readonly Mark[] }) {
  const { t } = useLanguage();
  const markText = useMarkText();
  if (marks.length === 0) return null;
  return (
    <ul className={styles.marks} aria-label={t(runMessages.marks)}>
      {marks.map((mark) => (
        <li key={mark.lostAt}>
          <TriangleAlert size={14} aria-hidden />
          {markText(mark)}
        </li>
      ))}
    </ul>
  );
}

function useMarkText(): (mark: Mark) => string {
  const { t, language } = useLanguage();
  return ({ lost, next, lostAt, at, isOpen }) => {
    const duration = formatDuration(at - lostAt, language);
    const name = lost === undefined ? '' : workerName(lost);
    if (isOpen) return t(runMessages.workerLost({ lost: name, duration }));
    return t(runMessages.workerResumed({ lost: name, next: next === undefined ? '' : workerName(next), duration }));
  };
}
