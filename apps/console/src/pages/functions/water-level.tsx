import type { FunctionScalingView } from '@kubemin/client';
import { useNow } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import styles from './functions.module.css';

const WIDTH = 480;
const HEIGHT = 120;
const LEFT = 8;
const BOTTOM = HEIGHT - 20;

/** The level as it falls from now on, against the thresholds at which instances are added and removed. */
export function WaterLevel({ scaling }: { readonly scaling: FunctionScalingView }) {
  const { t } = useLanguage();
  const now = useNow(1_000);
  const { level = 0, levelAt, decayPerSecond, high, reset } = scaling;
  const elapsed = levelAt === undefined ? 0 : Math.max(0, now - Date.parse(levelAt)) / 1000;
  const current = Math.max(0, level - decayPerSecond * elapsed);
  const top = Math.max(high, current) * 1.15;
  const y = (value: number): number => BOTTOM - (value / top) * (BOTTOM - 12);
  const text = t(functionsMessages.levelText({ level: Math.round(current), high: Math.round(high) }));
  const points = `${LEFT},${y(current)} ${WIDTH - LEFT},${y(0)}`;
  return (
    <div className="stack">
      <svg className={styles.level} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text}>
        <polygon className={styles.levelArea} points={`${LEFT},${y(0)} ${points}`} />
        <polyline className={styles.levelLine} points={points} fill="none" />
        {[high, reset, 0].map((value) => (
          <g key={value}>
            <line className={styles.threshold} x1={LEFT} x2={WIDTH - LEFT} y1={y(value)} y2={y(value)} />
            <text className={styles.levelText} x={WIDTH - LEFT} y={y(value) - 3} textAnchor="end">
              {Math.round(value)}
            </text>
          </g>
        ))}
        <text className={styles.levelText} x={LEFT} y={HEIGHT - 4}>
          {decayPerSecond > 0 ? `0 → ${Math.round(current / decayPerSecond)} s` : ''}
        </text>
      </svg>
      <p>{text}</p>
      <p className="small secondary">
        {t(functionsMessages.levelHelp({ decay: decayPerSecond, reset: Math.round(reset) }))}
      </p>
    </div>
  );
}
