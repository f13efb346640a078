import type { ReactNode } from 'react';
import { PageHead, TabbedPage } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { metricsMessages } from '../../messages/index.ts';

interface MetricsTabsProps {
  readonly actions?: ReactNode;
  readonly waiting?: number | undefined;
  readonly children: ReactNode;
}

/** The frame of both pages. */
export function MetricsTabs({ actions, waiting, children }: MetricsTabsProps) {
  const { t } = useLanguage();
  return (
    <TabbedPage
      title={t(metricsMessages.title)}
      head={<PageHead title={t(metricsMessages.title)} actions={actions} />}
      tabs={[
        { text: t(metricsMessages.overview), link: { to: '/metrics' }, exact: true },
        { text: t(metricsMessages.queue), link: { to: '/metrics/queue' }, count: waiting === 0 ? undefined : waiting },
      ]}
    >
      {children}
    </TabbedPage>
  );
}
