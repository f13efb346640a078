import { ChartLine, Table2 } from 'lucide-react';
import { useState } from 'react';
import { type Column, CopyButton, IconButton, Info, Panel, Table } from '../../kit/index.ts';
import { formatInstant, useLanguage } from '../../language/index.ts';
import { metricsMessages } from '../../messages/index.ts';
import styles from './chart.module.css';
import { Chart, type ChartProps } from './chart.tsx';

interface ChartPanelProps extends Omit<ChartProps, 'label'> {
  readonly title: string;
  /** How its values are computed. */
  readonly formula: string;
  /** The same in Prometheus. */
  readonly promql: string;
  /** What to show when no value is known. */
  readonly empty: { readonly title: string; readonly help?: string };
}

/** A chart with its formula, its PromQL, and its values as a table. */
export function ChartPanel({ title, formula, promql, empty, ...chart }: ChartPanelProps) {
  const { t } = useLanguage();
  const [isTable, setTable] = useState(false);
  const isEmpty = chart.series.every(({ values }) => values.every((value) => value === null));
  return (
    <Panel
      title={title}
      actions={
        <>
          <Info subject={title}>{formula}</Info>
          <CopyButton text={promql} label={t(metricsMessages.copyPromql)} />
          <IconButton
            small
            label={t(isTable ? metricsMessages.asChart : metricsMessages.asTable)}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <ChartLine size={14} aria-hidden /> : <Table2 size={14} aria-hidden />}
          </IconButton>
        </>
      }
      padded={!isTable}
    >
      {isEmpty && (
        <div className={styles.empty}>
          <span className="medium">{empty.title}</span>
          {empty.help !== undefined && <span className="small secondary">{empty.help}</span>}
        </div>
      )}
      {!isEmpty && isTable && <Values title={title} {...chart} />}
      {!isEmpty && !isTable && <Chart label={title} {...chart} />}
    </Panel>
  );
}

/** The newest values first. */
function Values({ title, times, series, format }: Omit<ChartPanelProps, 'formula' | 'promql' | 'empty'>) {
  const { t, locale } = useLanguage();
  const rows = times.map((time, at) => ({ time, values: series.map(({ values }) => values[at] ?? null) })).toReversed();
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { id: 'time', head: t(metricsMessages.time), cell: ({ time }) => formatInstant(time, locale) },
    ...series.map(
      ({ name }, at): Column<(typeof rows)[number]> => ({
        id: name,
        head: name,
        numeric: true,
        cell: ({ values }) => {
          const value = values[at] ?? null;
          return value === null ? '–' : format(value);
        },
      }),
    ),
  ];
  return (
    <div className={styles.values}>
      <Table label={title} columns={columns} items={rows} itemKey={({ time }) => String(time)} />
    </div>
  );
}
