import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Button, useNow } from '../kit/index.ts';
import { formatTime, useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import { useLiveState } from '../platform/index.ts';
import styles from './shell.module.css';

const LOOK_MS = 1_000;

/** While no events arrive: of when the data of the page is. The data itself stays. */
export function StaleNotice() {
  const { kind } = useLiveState();
  return kind === 'live' || kind === 'connecting' ? null : <Notice />;
}

function Notice() {
  const { t, locale } = useLanguage();
  const queries = useQueryClient();
  useNow(LOOK_MS);
  const isBusy = useIsFetching({ type: 'active' }) > 0;
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((time) => time > 0);
  if (times.length === 0) return null;
  return (
    <section className={`${styles.stale} small`} aria-label={t(shellMessages.staleLabel)}>
      <TriangleAlert size={14} aria-hidden />
      <span className="grow">{t(shellMessages.stale({ time: formatTime(Math.min(...times), locale) }))}</span>
      <Button size="small" busy={isBusy} onClick={() => void queries.refetchQueries({ type: 'active' })}>
        {t(shellMessages.refresh)}
      </Button>
    </section>
  );
}

/** A thin bar while data that is shown is read again. */
export function RefetchBar() {
  const isFetching = useIsFetching({ type: 'active', predicate: ({ state }) => state.data !== undefined }) > 0;
  return <div className={[styles.refetch, isFetching && styles.refetching].filter(Boolean).join(' ')} aria-hidden />;
}
