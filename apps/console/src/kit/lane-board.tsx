import { ArrowDown } from 'lucide-react';
import { Fragment, type HTMLAttributes, type ReactNode, type Ref } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import styles from './lane-board.module.css';
import { TypeIcon } from './type-icon.tsx';

/** A step, as a column of cards. */
export interface BoardLane {
  readonly id: string;
  readonly title: string;
  /** For screen readers. @default the title */
  readonly label?: string;
  /** Undefined for what no step delivers. */
  readonly isSequential: boolean | undefined;
  /** Beside the mode: how many cards there are, or are done. */
  readonly progress: string;
  readonly isActive?: boolean;
  /** Whether the arrow after it is filled. */
  readonly isDone?: boolean;
  readonly cards: readonly { readonly id: string; readonly content: ReactNode }[];
}

interface LaneBoardProps extends Pick<HTMLAttributes<HTMLElement>, 'onWheel' | 'onPointerDown' | 'onKeyDown'> {
  readonly label: string;
  readonly lanes: readonly BoardLane[];
  readonly ref?: Ref<HTMLOListElement>;
}

/** The lanes of a canvas, read-only: steps from left to right, on narrow screens from top to bottom. */
export function LaneBoard({ label, lanes, ...area }: LaneBoardProps) {
  return (
    <ol className={styles.lanes} aria-label={label} {...area}>
      {lanes.map((lane, index) => (
        <Fragment key={lane.id}>
          {index > 0 && lane.isSequential !== undefined && <LaneArrow isFull={lanes[index - 1]?.isDone === true} />}
          <LaneColumn lane={lane} />
        </Fragment>
      ))}
    </ol>
  );
}

function LaneArrow({ isFull }: { readonly isFull: boolean }) {
  return (
    <li className={[styles.arrow, isFull && styles.full].filter(Boolean).join(' ')} aria-hidden>
      <svg viewBox="0 0 24 12" width="24" height="12" aria-hidden>
        <path d="M0 6h16" stroke="currentColor" strokeWidth="2" fill="none" />
        <path d="M14 1l8 5-8 5z" stroke="currentColor" strokeWidth="1.5" fill={isFull ? 'currentColor' : 'none'} />
      </svg>
    </li>
  );
}

function LaneColumn({ lane }: { readonly lane: BoardLane }) {
  const { t } = useLanguage();
  const { id, title, label = title, isSequential, progress, isActive = false, cards } = lane;
  return (
    <li
      data-lane={id}
      className={[styles.lane, isActive && styles.active].filter(Boolean).join(' ')}
      aria-current={isActive ? 'step' : undefined}
      aria-label={label}
    >
      <div className={styles.laneHead}>
        <h2 className="heading grow cut">{title}</h2>
        {isSequential !== undefined && cards.length > 1 && (
          <span className="small secondary">{t(isSequential ? kitMessages.sequential : kitMessages.parallel)}</span>
        )}
        <span className={styles.progress}>{progress}</span>
      </div>
      <ol className={styles.cards}>
        {cards.map((card, index) => (
          <li key={card.id}>
            {isSequential === true && index > 0 && (
              <span className={styles.then} aria-hidden>
                <ArrowDown size={14} />
              </span>
            )}
            {card.content}
          </li>
        ))}
      </ol>
    </li>
  );
}

interface LaneCardProps {
  readonly name: string;
  /** Of a component; '' for what is none. */
  readonly type: string;
  readonly image: string;
  /** For screen readers. @default the name */
  readonly label?: string;
  /** Sets the colour of the border by `--card-border`. */
  readonly className?: string | undefined;
  readonly state?: string;
  readonly children?: ReactNode;
}

/** A component on a lane. */
export function LaneCard({ name, type, image, label = name, className = '', state, children }: LaneCardProps) {
  return (
    <article className={`${styles.card} ${className}`} aria-label={label} data-state={state}>
      <div className="row">
        {type !== '' && <TypeIcon type={type} />}
        <span className="medium grow cut" title={name}>
          {name}
        </span>
        {type !== '' && <span className="small hint">{type}</span>}
      </div>
      {image !== '' && <span className={`${styles.image} cut`}>{image}</span>}
      {children}
    </article>
  );
}
